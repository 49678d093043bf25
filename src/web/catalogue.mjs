// SPDX-License-Identifier: MIT
//
// Reads and writes the catalogues in po/: as much of gettext's format as they use. An entry is its
// key (msgid), the key's plural if it has one, the translation's forms, the files that use it, its
// flags and the comment for translators; the first entry of a catalogue, with the empty key, is its head.

import { textName } from './text-name.mjs';

const ESCAPES = { n: '\n', t: '\t', '"': '"', '\\': '\\' };

function unquoted(quoted, where) {
  const inner = /^"((?:[^"\\]|\\.)*)"$/.exec(quoted.trim());
  if (!inner) throw new Error(`${where}: not a quoted text: ${quoted}`);
  return inner[1].replace(/\\(.)/g, (_, c) => {
    if (!(c in ESCAPES)) throw new Error(`${where}: unknown escape \\${c}`);
    return ESCAPES[c];
  });
}

/** The entries of a catalogue, in order. */
export function readCatalogue(text, name) {
  const entries = [];
  let entry = null;
  let field = null; // appends to what the line before began
  const fresh = () => ({ key: null, plural: null, forms: [], files: [], flags: [], comment: '' });
  const finish = () => {
    if (entry !== null && entry.key !== null) entries.push(entry);
    entry = null;
    field = null;
  };
  text.split('\n').forEach((line, index) => {
    const where = `${name}:${index + 1}`;
    if (line.trim() === '') return finish();
    entry ??= fresh();
    if (line.startsWith('#.')) return void (entry.comment = `${entry.comment} ${line.slice(2).trim()}`.trim());
    if (line.startsWith('#:')) return void entry.files.push(...line.slice(2).trim().split(/\s+/));
    if (line.startsWith('#,'))
      return void entry.flags.push(
        ...line
          .slice(2)
          .split(',')
          .map((flag) => flag.trim()),
      );
    if (line.startsWith('#')) return;
    const [, word, form, quoted] = /^(?:(msgid|msgid_plural|msgstr)(?:\[(\d)\])?\s+)?(".*")\s*$/.exec(line) ?? [];
    if (quoted === undefined) throw new Error(`${where}: not understood: ${line}`);
    const piece = unquoted(quoted, where);
    if (word === 'msgid') field = (more) => (entry.key = (entry.key ?? '') + more);
    else if (word === 'msgid_plural') field = (more) => (entry.plural = (entry.plural ?? '') + more);
    else if (word === 'msgstr') field = (more) => (entry.forms[Number(form ?? 0)] = (entry.forms[Number(form ?? 0)] ?? '') + more);
    if (!field) throw new Error(`${where}: a text that belongs to nothing`);
    field(piece);
  });
  finish();
  return entries;
}

function quoted(text) {
  const safe = (piece) => `"${piece.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\t/g, '\\t')}"`;
  const lines = text.split(/(?<=\n)/);
  return lines.length > 1 ? ['""', ...lines.map(safe)].join('\n') : safe(text);
}

/** A catalogue as text; `forms` is how many a plural has. */
export function writeCatalogue(entries, forms) {
  const blocks = entries.map(({ key, plural, forms: said, files, flags, comment }) => {
    const lines = [...(comment ? [`#. ${comment}`] : []), ...files.map((file) => `#: ${file}`)];
    if (flags.length > 0) lines.push(`#, ${flags.join(', ')}`);
    lines.push(`msgid ${quoted(key)}`);
    if (plural === null) lines.push(`msgstr ${quoted(said[0] ?? '')}`);
    else {
      lines.push(`msgid_plural ${quoted(plural)}`);
      for (let i = 0; i < forms; i++) lines.push(`msgstr[${i}] ${quoted(said[i] ?? '')}`);
    }
    return lines.join('\n');
  });
  return blocks.join('\n\n') + '\n';
}

/** How many forms a plural has, from a catalogue's head. */
export function pluralForms(entries) {
  const head = entries.find(({ key }) => key === '');
  const number = /nplurals=(\d)/.exec(head?.forms[0] ?? '');
  if (!number) throw new Error('no Plural-Forms in the head');
  return Number(number[1]);
}

/** Whether a text is only talk of the command line, by the files that use it. */
export const isTalk = (files) => files.every((file) => file.startsWith('src/cli/'));

const isOfRefusals = (files) => files.every((file) => file === 'src/web/refusals.mjs');

/** Why the engine refuses something, by its English. */
export const refusalTexts = (entries) =>
  Object.fromEntries(entries.flatMap(({ key, forms, files }) => (files.includes('src/web/refusals.mjs') ? [[key, forms[0]]] : [])));

/**
 * What the page needs of a catalogue, by the name of each text. A sentence of the engine comes as its English is,
 * for one or for several: the latter has all forms here. Why something is refused is apart (refusalTexts).
 */
export function pageTexts(entries) {
  const texts = {};
  const put = (english, forms) => {
    const name = textName(english);
    if (name in texts) throw new Error(`'${english}' has the name of another text (text-name.mjs)`);
    texts[name] = forms;
  };
  for (const { key, plural, forms, files } of entries) {
    if (key === '' || isTalk(files) || isOfRefusals(files)) continue;
    const said = plural !== null && files[0].endsWith('.c');
    if (said) put(plural, forms);
    put(key, plural === null || said ? forms[0] : forms);
  }
  return texts;
}
