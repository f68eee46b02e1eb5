/** Messages between the server and its processes: JSON and bytes, preceded by the lengths of both. */
import { Buffer } from 'node:buffer';

export interface Message {
  /** Plain data, sent as JSON. */
  readonly head: unknown;
  readonly bytes: Uint8Array;
}

/** Bytes of the two lengths, four each: of the JSON head, and of the bytes. */
const lengthsSize = 8;

export const noBytes = new Uint8Array();

/** Returns the pieces of a message, to be written one after another. The bytes are not copied. */
export function written({ head, bytes }: Message): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(lengthsSize);
  lengths.writeUInt32BE(json.length, 0);
  lengths.writeUInt32BE(bytes.length, 4);
  return [lengths, json, bytes];
}

/**
 * Yields the messages of a stream. Drops a message that the end of the stream cuts off. Throws if a head is not JSON.
 * @param longest maximum bytes of a message; it throws before it stores a longer one
 */
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
      const ends = endsIn(whole);
      wanted = ends.bytes;
      if (wanted > longest) throw new RangeError('a message is too long');
      if (length < wanted) break;
      yield {
        head: JSON.parse(whole.toString('utf8', lengthsSize, ends.head)),
        bytes: whole.subarray(ends.head, ends.bytes),
      };
      parts = [whole.subarray(wanted)];
      length -= wanted;
      wanted = lengthsSize;
    }
  }
}

/** Returns where the head and the bytes of the first message end. */
function endsIn(whole: Buffer): { readonly head: number; readonly bytes: number } {
  const head = lengthsSize + whole.readUInt32BE(0);
  return { head, bytes: head + whole.readUInt32BE(4) };
}
