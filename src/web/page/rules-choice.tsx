// SPDX-License-Identifier: MIT
//
// What a new game is chosen by, on this device or elsewhere: one of several, and the rules with their options.

import type { ComponentChildren, JSX } from 'preact';
import { known, type GameName, type Rules } from './answers';
import { gameOf } from './games/list';
import { OWN } from './games/names';
import { keptTiles } from './keep';
import { cardAddress } from './learn-address';
import { SourceTag } from './source';
import { t } from './text';
import { ruleOption, ruleSet } from './words';

interface ChoiceProps<T extends string | number> {
  legend: string;
  name: string;
  value: T;
  options: readonly (readonly [T, ComponentChildren])[];
  onChange: (value: T) => void;
}

export function Choice<T extends string | number>({ legend, name, value, options, onChange }: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      <div>
        {options.map(([option, label]) => (
          <label key={option}>
            <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const editionOf = (rules: string): string => rules.split('+')[0] ?? '';
const optionsOf = (rules: string): string[] => rules.split('+').slice(1);

/** The rule set of an edition that is most like what is wanted; `must`: an option that it has. */
function nearest(names: string[], edition: string, wanted: string[], must?: string): string {
  const strangeness = (name: string): number => {
    const options = optionsOf(name);
    return options.filter((option) => !wanted.includes(option)).length + wanted.filter((option) => !options.includes(option)).length;
  };
  const possible = names.filter((name) => editionOf(name) === edition && (!must || optionsOf(name).includes(must)));
  return possible.sort((a, b) => strangeness(a) - strangeness(b))[0] ?? edition;
}

interface Props {
  set: Rules;
  game: GameName;
  /** What was chosen last; it may be nonsense. */
  given: string;
  onChange: (rules: string) => void;
}

export function RulesChoice({ set, game, given, onChange }: Props): JSX.Element {
  const own = set.tiles ? keptTiles() : null;
  const names = [...(own ? [OWN] : []), ...set.names];
  const rules = known({ ...set, names: own?.ready ? names : set.names }, given);
  const edition = editionOf(rules);
  const { further } = gameOf(game);
  const chosen = optionsOf(rules);
  const editions = [...new Set(names.map(editionOf))].reverse(); // the newest first
  const possible = [...new Set(names.filter((name) => editionOf(name) === edition).flatMap(optionsOf))];
  const setOption = (option: string, on: boolean): void =>
    onChange(
      on
        ? nearest(names, edition, [...chosen, option], option)
        : nearest(
            names,
            edition,
            chosen.filter((other) => other !== option),
          ),
    );
  return (
    <fieldset class="rules">
      <legend>{t('Rules')}</legend>
      {editions.map((name) => (
        <label key={name} class="rule">
          <input
            type="radio"
            name="rules"
            checked={edition === name}
            disabled={name === OWN && !own?.ready}
            onChange={() => onChange(nearest(names, name, chosen))}
          />
          <span>
            <strong>{ruleSet(game, name).title}</strong>{' '}
            <span class="small">{name === OWN && !own?.ready ? t('Not finished yet.') : ruleSet(game, name).difference}</span>
          </span>
        </label>
      ))}
      {possible.map((name) => (
        <label key={name} class="rule">
          <input type="checkbox" checked={chosen.includes(name)} onChange={(event) => setOption(name, event.currentTarget.checked)} />
          <span>
            <strong>{ruleOption(game, name).title}</strong> <SourceTag source={ruleOption(game, name).source ?? 'ours'} />{' '}
            <span class="small">{ruleOption(game, name).difference}</span>
          </span>
        </label>
      ))}
      <p class="further">
        <a href={cardAddress(game, edition)} target="_blank" rel="noopener">
          {t('Rule card')}
        </a>
        <a href={further.address}>{further.label()}</a>
      </p>
    </fieldset>
  );
}
