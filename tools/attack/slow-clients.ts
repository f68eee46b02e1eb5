/** Attacks by clients that send as slowly as possible, to tie up connections and memory (F9, X18). */
import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { type Figure, mustBeZero, times } from '../../tests/support/figures.ts';
import type { Attack } from './attack.ts';
import {
  type Attacker,
  closedWithin,
  endAll,
  freshAddress,
  open,
  openMany,
  sessionFrom,
} from './attackers.ts';

/** Milliseconds for which a slow client may stay connected: the 15 s of F9, plus a margin for the timers of both sides. */
const toleratedMillis = 15_500;
const timeBudgetMillis = 40_000;

/** Sends a byte on every open connection at this interval, until the server has closed all connections or the time is up. */
async function trickle(attackers: readonly Attacker[], everyMillis: number): Promise<void> {
  const stop = new AbortController();
  const sending = (async () => {
    for await (const _ of setInterval(everyMillis, undefined, { signal: stop.signal }))
      for (const { socket } of attackers) if (socket.writable) socket.write('a');
  })().catch(() => {});
  await closedWithin(attackers, timeBudgetMillis);
  stop.abort();
  await sending;
}

function held(attackers: readonly Attacker[]): readonly Figure[] {
  const millis = attackers.map(({ heldMillis }) => heldMillis());
  const figures = [
    mustBeZero('slow connections never closed', millis.filter((each) => each === undefined).length),
    times(
      'slow connections closed after',
      millis.filter((each) => each !== undefined),
      toleratedMillis,
    ),
  ];
  endAll(attackers);
  return figures;
}

const slowHeaders: Attack = {
  name: 'slow-headers',
  demands: ['F9'],
  about: '400 connections send a header at one byte per second',
  run: async ({ port, host }) => {
    const attackers = await openMany(port, 400);
    for (const { socket } of attackers) socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `);
    await trickle(attackers, 1_000);
    return held(attackers);
  },
};

const slowBodies: Attack = {
  name: 'slow-bodies',
  demands: ['F9'],
  about: '400 connections send a JSON body at one byte per second',
  run: async ({ port, host }) => {
    const attackers = await openMany(port, 400);
    const head = `POST /api/v1/apply/start HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;
    for (const { socket } of attackers) socket.write(head);
    await trickle(attackers, 1_000);
    return held(attackers);
  },
};

const uploads = 100;
const nearlyWhole = Buffer.alloc(9_900_000, 'x');

const pacedUploads: Attack = {
  name: 'paced-uploads',
  demands: ['X18', 'S6'],
  about: `${uploads} sessions send nearly all of a 10 MB document, and then one byte every five seconds`,
  run: async ({ port, host }) => {
    const attackers: Attacker[] = [];
    for (let at = 0; at < uploads; at += 1) {
      const from = freshAddress();
      const session = await sessionFrom(port, from);
      const attacker = await open(port, from);
      const lines = Object.entries({
        host,
        ...session,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '10000000',
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      attacker.socket.write(`POST /api/v1/document HTTP/1.1\r\n${lines.join('')}\r\n`);
      attacker.socket.write(
        '--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
      );
      attacker.socket.resume();
      const sent = once(attacker.socket, 'drain').catch(() => {});
      if (!attacker.socket.write(nearlyWhole)) await Promise.race([sent, attacker.closed]);
      attacker.restart();
      attackers.push(attacker);
    }
    await trickle(attackers, 5_000);
    return held(attackers);
  },
};

export const slowClients: readonly Attack[] = [slowHeaders, slowBodies, pacedUploads];
