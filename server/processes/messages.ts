/** A message between the server and a worker process. It is sent as JSON and bytes, preceded by the lengths of both. */
export interface Message {
  /** Any value that can be sent as JSON. */
  readonly head: unknown;
  readonly bytes: Uint8Array;
}

/** Bytes at the start of a message: four for the length of its JSON head, and four for the length of `bytes`. */
const lengthsSize = 8;

export const noBytes = new Uint8Array();

/** Returns the pieces of a message, to be written in this order. Doesn't copy the message's bytes. */
export function written({ head, bytes }: Message): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(lengthsSize);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return [lengths, json, bytes];
}

/** Yields a stream's complete messages. Throws if a message's head isn't JSON, or when a message longer than `longest` begins. */
export async function* messagesIn(
  stream: AsyncIterable<Buffer>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<Message, undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  let wanted = lengthsSize;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    while (length >= wanted) {
      const whole = Buffer.concat(parts);
      parts = [whole];
      const headEnd = lengthsSize + whole.readUInt32BE(0);
      wanted = headEnd + whole.readUInt32BE(4);
      if (wanted > longest) throw new RangeError('a message is too long');
      if (length < wanted) break;
      yield {
        head: JSON.parse(whole.toString('utf8', lengthsSize, headEnd)),
        bytes: whole.subarray(headEnd, wanted),
      };
      parts = [whole.subarray(wanted)];
      length -= wanted;
      wanted = lengthsSize;
    }
  }
}

/** The error of a job that failed in its process. `code` is an error code such as ENOSPC. */
export type Reported = { readonly message: string; readonly code?: string | undefined };

/**
 * The maximum number of characters of an error text. The text is limited because a malicious document may control the process
 * that writes it.
 */
const longestText = 1_000;

/** Returns the message that reports an error to the server. */
export function reportOf(error: unknown): Message {
  const { message, code } = (error instanceof Error ? error : { message: String(error) }) as Reported;
  return { head: { error: { message, code } }, bytes: noBytes };
}

/** Returns the error that a message reports, or undefined if the message reports none. */
export function reportedIn({ head }: Message): Reported | undefined {
  const error = memberOf(head, 'error');
  if (error === undefined) return undefined;
  const text = (name: string) => {
    const value = memberOf(error, name);
    return typeof value === 'string' ? value.slice(0, longestText) : undefined;
  };
  return { message: text('message') ?? '', code: text('code') };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
