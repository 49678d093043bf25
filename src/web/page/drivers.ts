// SPDX-License-Identifier: MIT
//
// What drives a seat. A person touches the board; whoever sits elsewhere is heard through the carrier of the match
// (carrier.ts); a computer player is driven here: it thinks, shows its turn step by step, and makes it.

import { EngineLost } from './engine';

/** So often an engine that is lost over a turn is tried again. */
const ATTEMPTS = 3;

/** What a computer player does at the table. */
export interface Hands {
  /** Milliseconds between its steps. */
  pause: number;
  /** It begins, also once more. */
  begin: () => void;
  /** The turn, as it is made step by step: its beginnings, the whole of it last. */
  think: () => Promise<string[]>;
  /** Shows the beginning of a turn. */
  preview: (part: string) => Promise<void>;
  /** Once its turn is being made, it can only be taken back. */
  make: (turn: string, wanted: () => boolean) => Promise<void>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export class ComputerDriver {
  /** Counts what it was wanted for, so that a turn for an older position is dropped. */
  #age = 0;

  /** What it thinks about is no longer wanted. */
  stop(): void {
    this.#age++;
  }

  /** Makes a turn, unless it is stopped; rejected if its engine is lost again and again. */
  async drive(hands: Hands): Promise<void> {
    const age = ++this.#age;
    const wanted = (): boolean => age === this.#age;
    for (let attempt = 1; ; attempt++) {
      try {
        hands.begin();
        return await this.#turn(hands, wanted);
      } catch (error) {
        if (!wanted()) return;
        if (!(error instanceof EngineLost) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Step by step, so that it can be followed. */
  async #turn({ pause: between, think, preview, make }: Hands, wanted: () => boolean): Promise<void> {
    const [parts] = await Promise.all([think(), pause(Math.min(300, between))]);
    for (const part of parts.slice(0, -1)) {
      if (!wanted()) return;
      await preview(part);
      await pause(between);
    }
    await make(parts.at(-1) ?? '', wanted);
  }
}
