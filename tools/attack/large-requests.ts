/** Attacks with bodies and headers larger than any client needs (X18). */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, mustBeZero } from '../../tests/support/figures.ts';
import type { Attack } from './attack.ts';
import { type Attacker, call, endAll, freshAddress, open, sessionFrom } from './attackers.ts';

const connections = 10;
const attackedMillis = 20_000;

/**
 * Maximum number of MB of a body that one connection may send before the server closes the connection. The limit is this high
 * because it includes the socket buffers, and the data that arrives until the server checks the connection again a second later.
 */
const mostTaken = 500;

/** Sends pieces of a body until the server closes the connection. Returns the number of bytes sent. */
async function flood({ socket, closed }: Attacker, head: string, piece: Buffer): Promise<number> {
  let taken = 0;
  socket.resume().write(head);
  while (socket.writable) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    taken += piece.length;
  }
  await closed;
  return taken;
}

function endless(name: string, lengthHeader: string, piece: Buffer, about: string): Attack {
  return {
    name,
    demands: ['X18', 'S6'],
    about: `${connections} connections send ${about} as fast as possible, repeatedly for ${attackedMillis / 1_000} s`,
    run: async ({ port, host }): Promise<readonly Figure[]> => {
      const until = performance.now() + attackedMillis;
      const taken: number[] = [];
      const attackers: Attacker[] = [];
      const attack = async (isJson: boolean) => {
        const type = isJson ? 'application/json' : 'multipart/form-data; boundary=b';
        const path = isJson ? '/api/v1/apply/start' : '/api/v1/document';
        const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n${lengthHeader}\r\n\r\n`;
        while (performance.now() < until) {
          const attacker = await open(port);
          attackers.push(attacker);
          taken.push(await flood(attacker, head, piece));
        }
      };
      const attacks = Array.from({ length: connections }, (_, at) => attack(at % 2 === 0));
      await Promise.race([Promise.all(attacks), pause(attackedMillis + 5_000)]);
      const left = attackers.filter(({ heldMillis }) => heldMillis() === undefined).length;
      endAll(attackers);
      const most = Math.max(...taken) / 1_048_576;
      return [
        { what: 'connections', value: String(attackers.length), demand: '', met: true },
        mustBeZero('connections never closed', left),
        {
          what: 'most bytes sent of a body',
          value: `${most.toFixed(0)} MB`,
          demand: `≤ ${mostTaken} MB`,
          met: most <= mostTaken,
        },
      ];
    },
  };
}

const piece = Buffer.alloc(65_536, 'x');
const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')]);

const oversized: Attack = {
  name: 'oversized-requests',
  demands: ['X18'],
  about:
    '100 headers of 20 KB, 100 JSON bodies of 70 KB and 100 documents of 11 MB in a session, ten at the same time',
  run: async ({ port }): Promise<readonly Figure[]> => {
    const header = () => call(port, 'GET', '/', { headers: { 'x-large': 'a'.repeat(20_000) } });
    const json = () =>
      call(port, 'POST', '/api/v1/apply/start', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify('a'.repeat(70_000)),
      });
    const document = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="document"; filename="a.pdf"\r\n\r\n'),
      Buffer.alloc(11_000_000, 'x'),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const upload = async () => {
      const from = freshAddress();
      const headers = {
        ...(await sessionFrom(port, from)),
        'content-type': 'multipart/form-data; boundary=b',
      };
      return call(port, 'POST', '/api/v1/document', { from, headers, body: document });
    };
    const statuses: (number | undefined)[] = [];
    for (let round = 0; round < 30; round += 1) {
      const kind = [header, json, upload][round % 3] ?? header;
      const answers = await Promise.all(Array.from({ length: 10 }, kind));
      statuses.push(...answers.map(({ status }) => status));
    }
    const refused = statuses.filter((status) => [400, 413, 429, 503, undefined].includes(status)).length;
    return [mustBeZero(`accepted requests, of ${statuses.length}`, statuses.length - refused)];
  },
};

export const largeRequests: readonly Attack[] = [
  endless('endless-body', 'Content-Length: 4000000000', piece, 'bodies with a stated length of 4 GB'),
  endless('endless-chunks', 'Transfer-Encoding: chunked', chunk, 'endless bodies in chunks'),
  oversized,
];
