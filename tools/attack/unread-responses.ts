/** An attack by clients that send endless requests without a session and never read the responses (X18). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { call, endAll, openMany } from './attackers.ts';

const connections = 300;
const requestsEach = 150;
const heldMillis = 25_000;

function unread(name: string, path: string): Attack {
  return {
    name: `unread-${name}`,
    demands: ['X18', 'S6'],
    about: `${connections} connections each send ${requestsEach} requests of ${path} and read nothing for ${heldMillis / 1_000} s`,
    run: async ({ port, host }) => {
      // Requests the path once first, because the server creates the response at the first request and reuses it later.
      await call(port, 'GET', path);
      const attackers = await openMany(port, connections);
      const requests = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requestsEach);
      for (const { socket } of attackers) socket.write(requests);
      await pause(heldMillis);
      endAll(attackers);
      return [];
    },
  };
}

export const unreadResponses: readonly Attack[] = [
  unread('description', '/openapi.json'),
  unread('agreement', '/api/v1/agreement/terms/pdf'),
  unread('page', '/'),
];
