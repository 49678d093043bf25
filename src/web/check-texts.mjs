// SPDX-License-Identifier: MIT
//
// Holds the catalogues in po/ to the texts in the sources: t(), tn() and key() of the page, found by
// the TypeScript compiler, and _(), N_(), NP_() and ngettext() in C, found by xgettext. Fails on a key that
// a catalogue lacks, has too much, or has not translated, on placeholders and spaces that differ,
// on plain spaces where French wants none that breaks and before a per cent sign, on fuzzy entries, on two buttons of one name, on two words
// for one thing (terms.mjs), and on whatever msgfmt objects to.
// Writes the reading sheets, build/reading-sheet/de.txt and so on, in which every text is filled.
//   tools/check-texts           checks
//   tools/check-texts --renew   adds what is missing (empty) and drops what is unused, then checks

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { commentOf, notes, values } from './kinds.mjs';
import { readingSheet } from './reading-sheet.mjs';
import { refusals, unsaid } from './refusals.mjs';
import { otherWords } from './terms.mjs';
import { isTalk, pluralForms, readCatalogue, writeCatalogue } from './catalogue.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
process.chdir(root);
const complaints = [];

// --- keys in the sources ----------------------------------------------------------------------------

const keys = new Map();
const buttons = new Set(); // texts that are the name of a button
const placeholders = (text) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort().join(' ');

function add(key, plural, file, flags = []) {
  const known = keys.get(key);
  if (!known) keys.set(key, { key, plural, forms: [], files: [file], flags, comment: commentOf(key) });
  else {
    // gettext has one entry for a key; a plural and a plain use would fight for it.
    if (known.plural !== plural) complaints.push(`${file}: '${key}' is used with different plurals`);
    if (!known.files.includes(file)) known.files.push(file);
    for (const flag of flags) if (!known.flags.includes(flag)) known.flags.push(flag);
  }
}

/** The texts that an argument can be, or null if that is not known. */
function literals(checker, argument) {
  const type = checker.getTypeAtLocation(argument);
  const all = type.isUnion() ? type.types : [type];
  return all.every((one) => one.isStringLiteral()) ? all.map((one) => one.value) : null;
}

/** A button, or a link that looks like one. */
function isButton(opening) {
  const shape = opening.attributes.properties.find((each) => each.name?.getText() === 'class')?.getText() ?? '';
  return opening.tagName.getText() === 'button' || (opening.tagName.getText() === 'a' && /\bbutton\b/.test(shape));
}

/** Whether a call says what a button is called: by what is in it, by its label, or by a label that is handed on to one. */
function namesButton(call) {
  for (let node = call; node.parent; node = node.parent) {
    if (ts.isPropertyAssignment(node)) return node.name.getText() === 'label' && /\b(run|address)\b/.test(node.parent.getText());
    if (ts.isJsxAttribute(node)) {
      const [name, opening] = [node.name.getText(), node.parent.parent];
      return name === 'aria-label' ? isButton(opening) : name === 'label' && /Button$|^Open/.test(opening.tagName.getText());
    }
    if (ts.isJsxElement(node)) return isButton(node.openingElement);
  }
  return false;
}

function keysOfPage() {
  const config = ts.parseJsonConfigFileContent(ts.readConfigFile('src/web/tsconfig.json', ts.sys.readFile).config, ts.sys, 'src/web');
  const program = ts.createProgram(config.fileNames, config.options);
  const checker = program.getTypeChecker();
  const home = join(root, 'src/web/page/text.ts');
  const calledFrom = (call) => {
    let symbol = checker.getSymbolAtLocation(call.expression);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const declared = symbol?.declarations?.[0]?.getSourceFile().fileName;
    return declared && join(root, relative(root, declared)) === home ? symbol.name : '';
  };
  for (const source of program.getSourceFiles()) {
    const file = relative(root, source.fileName);
    if (!file.startsWith('src/web/page/')) continue;
    const visit = (node) => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node)) return;
      const name = calledFrom(node);
      if (!['t', 'tn', 'key'].includes(name)) return;
      const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      const found = node.arguments.slice(name === 'tn' ? 1 : 0, name === 'tn' ? 3 : 1).map((argument) => literals(checker, argument));
      if (found.length === 0 || found.some((texts) => texts === null)) complaints.push(`${where}: ${name}() wants literal texts`);
      else if (name === 'tn') add(found[0][0], found[1][0], file);
      else
        for (const text of found[0]) {
          add(text, null, file);
          if (namesButton(node)) buttons.add(text);
        }
    };
    visit(source);
  }
}

function keysOfC() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/*.c'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const found = execFileSync(
    'xgettext',
    [
      '--from-code=UTF-8',
      '--language=C',
      '--keyword=',
      '--keyword=_',
      '--keyword=N_',
      '--keyword=ngettext:1,2',
      '--keyword=NP_:1,2',
      '--add-location=file',
      '--no-wrap',
      '--output=-',
      ...files,
    ],
    { encoding: 'utf8' },
  );
  for (const { key, plural, files: users, flags } of readCatalogue(found, 'xgettext')) {
    // A pattern of the coach may have a per cent sign, which xgettext takes for printf's.
    const kept = placeholders(key) ? [] : flags.filter((flag) => flag === 'c-format');
    if (key !== '') for (const file of users) add(key, plural, file, kept);
  }
}

/** A C file with each of its strings in one piece. */
const withWholeStrings = (file) => readFileSync(file, 'utf8').replace(/"\s*\n\s*"/g, '');

/** What the engine may say of a turn; its words must be in C as they are here. */
function keysOfRefusals() {
  const files = execFileSync('git', ['ls-files', 'src/*.c'], { encoding: 'utf8' }).trim().split('\n');
  const said = files.map(withWholeStrings).join('\n').replaceAll('\\"', '"');
  for (const key of Object.keys(refusals)) {
    const sounds = key
      .split(/'?\{\d\}'?|\b(?:1 rows?|rows?|opening|follow-up)\b/)
      .map((piece) => piece.trim())
      .filter((piece) => piece.length > 2);
    for (const piece of sounds) if (!said.includes(piece)) complaints.push(`src/web/refusals.mjs: '${piece}' of '${key}' is not in C`);
    add(key, null, 'src/web/refusals.mjs');
  }
}

/** Where C reads what people type or open. */
const READERS = ['play/record.c', 'play/record_read.c', 'play/replay.c', 'play/match_file.c', 'linja/notation/notation.c'];
READERS.push('liniell/notation/notation.c', 'liniell/rules/tiles.c', 'play/match_begin.c', 'play/match_draws.c', 'teach/puzzle.c');
/** What only a log can have wrong, which nobody types. */
const OF_EVENTS = /^(begun|promised): /;

const asPattern = (text, hole) => new RegExp(`^${text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&').replace(hole, '(.*?)')}$`);

/** Whether a format of C, or a part of one, has words. */
const hasWords = (format) =>
  Object.entries(refusals).some(([key, kinds]) => {
    const found = asPattern(key, /\\\{\d\\\}/g).exec(format);
    if (found) return kinds.every((kind, i) => kind !== 'refusal' || hasWords(found[i + 1]));
    return asPattern(format, /%(?:\\\.(?:\d+|\\\*)|0\d)?(?:[cdsu]|zu|llu)/g).test(key); // where C puts words together
  });

/** What is refused has words, or it is known that it has none. */
function refusalsWithoutWords() {
  const left = new Set(unsaid);
  for (const file of READERS)
    for (const [, quoted] of withWholeStrings(`src/${file}`).matchAll(
      /\b(?:FAIL|REFUSE)\([&\w]+,\s*(?:STATUS_\w+,\s*)?"((?:[^"\\]|\\.)*)"/g,
    )) {
      const format = quoted.replaceAll('\\"', '"');
      if (!OF_EVENTS.test(format) && !left.delete(format) && !unsaid.includes(format) && !hasWords(format))
        complaints.push(`src/${file}: '${format}' has no words in src/web/refusals.mjs`);
    }
  for (const format of left) complaints.push(`src/web/refusals.mjs: '${format}' is refused nowhere`);
}

keysOfPage();
keysOfC();
keysOfRefusals();
refusalsWithoutWords();
for (const key of Object.keys({ ...notes, ...values })) if (!keys.has(key)) complaints.push(`src/web/kinds.mjs: '${key}' is used nowhere`);
const wanted = [...keys.values()].sort((a, b) => (a.files[0] < b.files[0] ? -1 : a.files[0] > b.files[0] ? 1 : 0));

// --- the catalogues ---------------------------------------------------------------------------------

const edges = (text) => [/^\s*/.exec(text)[0], /\s*$/.exec(text)[0]].join('|');

/** What is wrong with a translation, in words. */
function faults({ key, plural, forms, flags }, count, language) {
  const wrong = [];
  if (flags.includes('fuzzy')) wrong.push('is fuzzy');
  if (forms.length !== (plural === null ? 1 : count)) wrong.push(`has ${forms.length} forms`);
  forms.forEach((text, i) => {
    // For one thing its number may stand in the text, or not.
    const fitting = [plural ?? key, ...(plural !== null && i === 0 ? [key] : [])].map(placeholders);
    if (text === '') wrong.push('is not translated');
    else if (!fitting.includes(placeholders(text))) wrong.push(`has other placeholders: '${text}'`);
    else if (edges(text) !== edges(key)) wrong.push(`has other spaces at its ends: '${text}'`);
    // A line must not break there.
    else if (language === 'fr' && / [:;!?»]|« /.test(text)) wrong.push(`has a plain space before : ; ! ? or within « »: '${text}'`);
    else if (/ %(?![a-z])/.test(text)) wrong.push(`has a plain space before %: '${text}'`);
    for (const [found, here] of otherWords[language] ?? [])
      if (found.test(text)) wrong.push(`has another word for what is '${here}' here: '${text}'`);
  });
  return wrong;
}

function renew(path, entries) {
  const head = entries.find(({ key }) => key === '');
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  const all = wanted.map((entry) => ({ ...entry, forms: known.get(entry.key)?.forms ?? [] }));
  writeFileSync(path, writeCatalogue([head, ...all], pluralForms(entries)));
}

const catalogues = readdirSync('po')
  .filter((file) => file.endsWith('.po'))
  .sort();
if (catalogues.length === 0) complaints.push('po: no catalogues');
for (const name of catalogues) {
  const path = `po/${name}`;
  if (process.argv[2] === '--renew') renew(path, readCatalogue(readFileSync(path, 'utf8'), path));
  const entries = readCatalogue(readFileSync(path, 'utf8'), path);
  const count = pluralForms(entries);
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  for (const { key, plural, files, comment } of wanted) {
    const entry = known.get(key);
    if (!entry || entry.plural !== plural) complaints.push(`${path}: '${key}' (${files[0]}) is missing`);
    else for (const fault of faults(entry, count, name.replace('.po', ''))) complaints.push(`${path}: '${key}' ${fault}`);
    if (entry && entry.comment !== comment)
      complaints.push(`${path}: '${key}' has another comment than src/web/kinds.mjs; --renew writes it`);
    // The build chooses by the named files what the page gets.
    if (entry && isTalk(entry.files) !== isTalk(files)) complaints.push(`${path}: '${key}' names other files than ${files.join(' ')}`);
  }
  const named = new Map();
  for (const key of buttons) {
    const name = known.get(key)?.forms[0];
    if (name && named.has(name)) complaints.push(`${path}: the buttons '${named.get(name)}' and '${key}' are both called '${name}'`);
    named.set(name, key);
  }
  for (const { key } of entries) if (key !== '' && !keys.has(key)) complaints.push(`${path}: '${key}' is used nowhere`);
  const checked = spawnSync('msgfmt', ['--check', '--output-file=/dev/null', path], { encoding: 'utf8' });
  if (checked.error || checked.status !== 0) complaints.push(`${path}: msgfmt: ${checked.error?.message ?? checked.stderr.trim()}`);
}

// --- the reading sheets -----------------------------------------------------------------------------

mkdirSync('build/reading-sheet', { recursive: true });
const sheets = complaints.length === 0 ? ['en.po', ...catalogues] : [];
for (const name of sheets) {
  const entries = name === 'en.po' ? wanted : readCatalogue(readFileSync(`po/${name}`, 'utf8'), name);
  writeFileSync(`build/reading-sheet/${name.replace('.po', '.txt')}`, readingSheet(name.replace('.po', ''), entries, complaints));
}

for (const complaint of new Set(complaints)) console.error(`check-texts: ${complaint}`);
console.log(`${wanted.length} texts in ${catalogues.length} catalogues, ${complaints.length} complaints`);
process.exit(complaints.length > 0 ? 1 : 0);
