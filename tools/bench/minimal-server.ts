/**
 * A process that serves the change of `minimal-change.ts` with Node's HTTP server and nothing else, to measure the cost of HTTP.
 * Prints the server's URL.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { hostsOf } from '../../server/db/hosts.ts';
import { defaultTimeBudgetMillis, serverPool } from '../../server/db/pool.ts';
import { changeByHand } from './minimal-change.ts';

const hosts = hostsOf(process.argv[2] ?? '', defaultTimeBudgetMillis);
const { pool } = serverPool(hosts, pino({ level: 'silent' }));

/** Makes the response about as long as the product's response to the same change. */
const padding = 'x'.repeat(1_200);

const server = createServer(async (request, response) => {
  const id = String(request.url?.split('/').at(-1));
  const sessionId = String(request.headers['x-web-session-id']);
  const { applicationData } = (await json(request)) as { applicationData: { employeeCount: number } };
  await changeByHand(pool, { id, sessionId }, applicationData.employeeCount);
  const body = JSON.stringify({ applicationData, padding });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
