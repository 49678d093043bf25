// SPDX-License-Identifier: MIT
//
// The line to a game on the server. It says hello with the last event it has seen, tells all that follows in order, and
// resends what was not answered, under the same id, so that it is done once. A line that breaks or falls silent is made
// anew by itself, sooner when the device says that it is online or somebody looks.
//
// Invariant: events are told in their order, each once, whatever happens to the line.

import { readMessage, type Command, type Hello, type Message, type Planned, type Told, type Why } from './protocol';

export type LineState =
  | 'connecting'
  | 'open'
  /** It broke, and is being made anew. */
  | 'lost'
  /** The server has said that it starts again. */
  | 'restarting'
  /** The token is not (any more) that of a seat. */
  | 'no seat'
  /** There is no such game (any more). */
  | 'gone'
  | 'closed';

export type Answer = { ok: true; n: number | null } | { ok: false; why: Why; detail: string };

interface Heard {
  hello: (hello: Hello) => void;
  told: (told: Told) => void;
  presence: (here: Hello['here']) => void;
  /** What this player has planned, whenever it is another than was told; after a hello nothing is. */
  plan: (plan: Planned[]) => void;
  state: (state: LineState) => void;
  /** The server knows fewer events than were seen here, as after a restore: all of them come again. */
  rewound: () => void;
}

interface Options {
  address: string;
  /** Of the seat; null: to watch. */
  token: string | null;
  /** Whether the game is (still) there; asked when a line cannot be made. */
  exists: () => Promise<boolean>;
  heard: Heard;
}

interface Waiting {
  frame: string;
  answered: (answer: Answer) => void;
}

const PROTOCOL = 'linework.v1';
/** How often a quiet line is tried, and how long an answer may take. */
const PING_EVERY = 5000;
const SILENCE = 8000;
const OPENING = 10_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
/** After commands too many. */
const PENANCE = 10_000;

/** Close codes of the protocol. */
const NOT_UNDERSTOOD = 4400;
const BAD_TOKEN = 4401;
const NO_SUCH_EVENT = 4409;
const TOO_MANY = 4429;
const RESTART = 1012;

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('');

export class Connection {
  state: LineState = 'connecting';
  /** The last event that was seen. */
  after = 0;
  #socket: WebSocket | null = null;
  #greeted = false;
  #token: string | null;
  #waiting = new Map<string, Waiting>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** A ping went out that is not answered. */
  #pinged = false;
  #wake = (): void => this.#nudge();

  constructor(readonly options: Options) {
    this.#token = options.token;
    globalThis.addEventListener('online', this.#wake);
    globalThis.addEventListener('offline', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
  }

  /** Begins to tell, from this event on. */
  open(after = 0): void {
    this.after = after;
    this.#connect();
  }

  /** The seat has another token from now on. */
  use(token: string): void {
    this.#token = token;
    if (this.state === 'no seat') this.#again(0, 'connecting');
  }

  close(): void {
    this.#say('closed');
    globalThis.removeEventListener('online', this.#wake);
    globalThis.removeEventListener('offline', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    this.#drop();
    this.#refuseAll('not-now', 'closed');
  }

  /** Sends a command; its answer comes when the server has it on disk, if need be over another line. */
  send(command: Command): Promise<Answer> {
    if (this.#isOver) return Promise.resolve({ ok: false, why: 'not-now', detail: 'closed' });
    const id = newId();
    return new Promise((answered) => {
      const frame = JSON.stringify({ id, ...command });
      this.#waiting.set(id, { frame, answered });
      if (this.#greeted) this.#socket?.send(frame);
    });
  }

  /** Tries to reach the server at once. */
  retry(): void {
    if (this.state === 'lost' || this.state === 'restarting' || this.state === 'gone') this.#again(0, 'connecting');
  }

  get #isOver(): boolean {
    return this.state === 'closed' || this.state === 'gone' || this.state === 'no seat';
  }

  #say(state: LineState): void {
    if (this.state === state || this.state === 'closed') return;
    this.state = state;
    this.options.heard.state(state);
  }

  // --- the line ------------------------------------------------------------------------------------

  #connect(): void {
    this.#drop();
    const socket = new WebSocket(this.options.address, PROTOCOL);
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket === socket) socket.send(JSON.stringify({ do: 'hello', token: this.#token, after: this.after }));
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (this.#socket === socket) this.#hear(readMessage(event.data));
    };
    socket.onerror = () => undefined; // it is closed next
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#closed(code);
    };
    this.#watch = setTimeout(() => this.#closed(0), OPENING);
  }

  /** Lets go of the socket, whatever it may still say. */
  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    this.#pinged = false;
    this.#greeted = false;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #again(wait: number, state: LineState): void {
    this.#drop();
    this.#say(state);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #closed(code: number): void {
    const greeted = this.#greeted;
    this.#drop();
    if (code === BAD_TOKEN) return this.#end('no seat');
    if (code === NO_SUCH_EVENT) {
      this.after = 0;
      this.options.heard.rewound();
      return this.#again(0, 'lost');
    }
    // Said again, it would be no better understood.
    if (code === NOT_UNDERSTOOD && greeted) this.#refuseAll('bad-request', 'not understood');
    if (code === TOO_MANY) return this.#again(PENANCE, 'lost');
    this.#failures = greeted ? 1 : this.#failures + 1;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1)) * (0.75 + Math.random() / 2);
    this.#again(wait, code === RESTART || this.state === 'restarting' ? 'restarting' : 'lost');
    if (!greeted) void this.#look();
  }

  /** A line that cannot be made may be one to nowhere. */
  async #look(): Promise<void> {
    const exists = await this.options.exists().catch(() => true);
    if (!exists && !this.#greeted && !this.#isOver) this.#end('gone');
  }

  #end(state: 'no seat' | 'gone'): void {
    this.#drop();
    this.#say(state);
    this.#refuseAll('no-seat', state);
  }

  #refuseAll(why: Why, detail: string): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { answered } of all) answered({ ok: false, why, detail });
  }

  /** Something about the device has changed: the line is tried at once. */
  #nudge(): void {
    if (this.#isOver || (typeof document.hidden === 'boolean' && document.hidden)) return;
    if (this.#greeted) this.#ping();
    else if (this.state === 'lost' || this.state === 'restarting') this.#again(0, this.state);
  }

  /** Asks whether anybody is there; silence is an answer. */
  #ping(): void {
    if (this.#pinged) return;
    this.#pinged = true;
    this.#socket?.send(JSON.stringify({ id: newId(), do: 'ping' }));
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#closed(0), SILENCE);
  }

  // --- what is said --------------------------------------------------------------------------------

  #hear(message: Message | null): void {
    this.#pinged = false;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#ping(), PING_EVERY);
    if (!message) return;
    const { heard } = this.options;
    switch (message.kind) {
      case 'hello':
        return this.#greet(message.hello);
      case 'told':
        if (message.told.n <= this.after) return;
        if (message.told.n !== this.after + 1) return this.#closed(0); // what is missing comes over a new line
        this.after = message.told.n;
        return heard.told(message.told);
      case 'presence':
        return heard.presence(message.here);
      case 'plan':
        return heard.plan(message.plan);
      case 'restarting':
        return this.#say('restarting');
      case 'ok':
        return this.#answer(message.id, { ok: true, n: message.n });
      case 'no':
        if (message.why === 'too-fast') return this.#sayLater(message.id);
        return this.#answer(message.id, { ok: false, why: message.why, detail: message.detail });
    }
  }

  #greet(hello: Hello): void {
    this.#greeted = true;
    this.#failures = 0;
    this.#say('open');
    this.options.heard.hello(hello);
    for (const { frame } of this.#waiting.values()) this.#socket?.send(frame);
  }

  #answer(id: string, answer: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.answered(answer);
  }

  #sayLater(id: string): void {
    setTimeout(() => {
      const waiting = this.#waiting.get(id);
      if (waiting && this.#greeted) this.#socket?.send(waiting.frame);
    }, 1000);
  }
}
