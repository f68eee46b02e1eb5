import { randomUUID } from 'node:crypto';

const counterMax = 0xfff;
const toleratedStepBackMillis = 1000;

let lastMillis = 0;
let counter = 0;

/**
 * A new UUIDv7 (RFC 9562, method 1): 48 bits of Unix milliseconds, a 12-bit counter, 62 random bits, in lowercase.
 *
 * Within one process ids sort in the order in which they were made, even within a millisecond and when the clock
 * steps back by less than a second; Node's own `randomUUIDv7` leaves that open. Past 4,096 ids in one millisecond
 * the time runs ahead by one. An id is an address, never a secret.
 *
 * @param now the time to put into the id; the clock's by default
 */
export function uuidv7(now: Date = new Date()): string {
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
}
