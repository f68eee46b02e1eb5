/**
 * What the two ends of the operator's socket say to each other: lines of JSON, and between them the bytes of files in
 * pieces, each after a line with its length. Neither end holds more than a piece.
 */
import type { Socket } from 'node:net';
import { OperatorProblem } from './command.ts';

export interface Wire {
  /** Says one message. Waits until it is taken; throws HungUp where nobody takes it. */
  say(message: object): Promise<void>;
  /** Sends a file's content to its end, no faster than it is taken; throws HungUp, and what the content throws. */
  send(content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The next message; undefined where the other end has gone, or says what is no message or too long. */
  hear(): Promise<unknown>;
  /** The content that the other end sends next. Throws Interrupted where it ends before it is whole. */
  receive(): AsyncGenerator<Buffer>;
  /** Reads nothing more; what still comes is dropped. */
  deafen(): Promise<void>;
}

/** The other end stopped sending a file before it was whole. */
export class Interrupted extends OperatorProblem {
  /** What it said instead; undefined where it has gone. */
  readonly said: unknown;

  constructor(said: unknown) {
    super('A file was cut off on its way.');
    this.said = said;
  }
}

/** Nobody is there to take what is said; what was said by them before can still be heard. */
export class HungUp extends OperatorProblem {
  constructor() {
    super('The other end has hung up.', 4);
  }
}

/** Speaks over a connected socket. `longest`: bytes of a message that is taken. */
export function wireOver(socket: Socket, longest: number): Wire {
  const chunks = socket.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  /** What has come and was not yet asked for. */
  let rest: Buffer = Buffer.alloc(0);

  /** What comes next, however much it is; undefined at the end, however it came to it. */
  async function next(): Promise<Buffer | undefined> {
    if (rest.byteLength === 0)
      return chunks.next().then(
        ({ value }) => value,
        () => undefined,
      );
    const held = rest;
    rest = held.subarray(held.byteLength);
    return held;
  }

  async function line(): Promise<string | undefined> {
    const parts: Buffer[] = [];
    for (let size = 0; size <= longest; ) {
      const part = await next();
      if (part === undefined) return undefined;
      const end = part.indexOf(0x0a);
      const upTo = end < 0 ? part : part.subarray(0, end);
      parts.push(upTo);
      size += upTo.byteLength;
      if (end >= 0) rest = part.subarray(end + 1);
      if (end >= 0 && size <= longest) return Buffer.concat(parts).toString('utf8');
    }
    return undefined;
  }

  async function hear(): Promise<unknown> {
    const said = await line();
    try {
      return said === undefined ? undefined : JSON.parse(said);
    } catch {
      return undefined;
    }
  }

  async function* bytes(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const part = await next();
      if (part === undefined) throw new Interrupted(undefined);
      const taken = part.subarray(0, left);
      rest = part.subarray(taken.byteLength);
      left -= taken.byteLength;
      yield taken;
    }
  }

  function write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      socket.write(data, (error) => (error ? reject(new HungUp()) : resolve()));
    });
  }

  const say = (message: object) => write(`${JSON.stringify(message)}\n`);

  return {
    say,
    hear,
    async send(content) {
      for await (const piece of content) {
        if (piece.byteLength === 0) continue;
        await say({ piece: piece.byteLength });
        await write(piece);
      }
      await say({ piece: 0 });
    },
    async *receive() {
      for (;;) {
        const said = await hear();
        const length = pieceLength(said);
        if (length === undefined) throw new Interrupted(said);
        if (length === 0) return;
        yield* bytes(length);
      }
    },
    async deafen() {
      await chunks.return?.();
      socket.resume();
    },
  };
}

/** The length that announces a piece; undefined for any other message. */
function pieceLength(said: unknown): number | undefined {
  if (typeof said !== 'object' || said === null || !('piece' in said)) return undefined;
  return Number.isSafeInteger(said.piece) ? Number(said.piece) : undefined;
}
