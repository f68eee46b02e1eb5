import { randomUUID } from 'node:crypto';

const counterMax = 0xfff;
const toleratedStepBackMillis = 1000;

/**
 * A source of UUIDv7s (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter, 62 random bits, in
 * lowercase.
 *
 * Ids of one source sort in the order in which they were made, even within a millisecond and when the clock steps back
 * by less than a second; Node's own `randomUUIDv7` leaves that open. Past 4,096 ids in one millisecond the time runs
 * ahead by one. An id is never a secret.
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
    // The last two groups of a version 4 id are the variant and 62 random bits, as version 7 wants them.
    const random = randomUUID().slice(19);
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random}`;
  };
}

/**
 * The id of a new row. Rows are sorted by their ids, whichever node made them: so the moment must be the database's.
 */
export const uuidv7 = uuidSource();

/**
 * The id of a new row that comes after an older one, whichever node made that, and also where the database's clock was put
 * back since: for rows of which the last is the one that counts.
 */
export function uuidv7After(older: string | undefined, now: Date): string {
  const olderMillis = older === undefined ? 0 : Number.parseInt(older.slice(0, 8) + older.slice(9, 13), 16);
  return uuidv7(new Date(Math.max(now.getTime(), olderMillis + 1)));
}

const requestIds = uuidSource();

/** The id of a request, for its response and the log: by this node's clock, and from a source of its own. */
export function newRequestId(): string {
  return requestIds(new Date());
}
