import { randomUUID } from 'node:crypto';

const counterMax = 0xfff;
const toleratedStepBackMillis = 1000;

/**
 * Returns a function that makes lowercase UUIDv7s (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter, 62 random
 * bits. Unlike UUIDs of Node's `randomUUIDv7`, they sort in the order in which they were made, even within one millisecond, and
 * even if the clock steps back by up to a second.
 */
export function uuidSource(): (now: Date) => string {
  let lastMillis = 0;
  let counter = 0;
  return (now) => {
    const millis = now.getTime();
    if (millis > lastMillis || millis < lastMillis - toleratedStepBackMillis) {
      lastMillis = millis;
      counter = 0;
    } else if (counter < counterMax) {
      counter += 1;
    } else {
      lastMillis += 1;
      counter = 0;
    }
    const time = lastMillis.toString(16).padStart(12, '0');
    const count = counter.toString(16).padStart(3, '0');
    // The last two groups of a version 4 UUID are the variant and 62 random bits, as version 7 requires.
    const random = randomUUID().slice(19);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random}`;
  };
}

/** Returns the id of a new row. Ids from all nodes must sort by time, so `now` must be the database's time. */
export const uuidv7 = uuidSource();

/** Returns the id of a new row that sorts after `older`, even if another node made `older` or the clock moved backwards. */
export function uuidv7After(older: string | undefined, now: Date): string {
  const olderMillis = older === undefined ? 0 : Number.parseInt(older.slice(0, 8) + older.slice(9, 13), 16);
  return uuidv7(new Date(Math.max(now.getTime(), olderMillis + 1)));
}

const requestIds = uuidSource();

/** Returns the id of a request, for the response and the log. The id's time is from this node's clock. */
export function newRequestId(): string {
  return requestIds(new Date());
}
