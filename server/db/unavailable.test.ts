/**
 * Tests that a running node recognizes the errors of an unreachable database. The API answers them by asking the client to retry.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hostsOf } from './hosts.ts';
import { isPassing } from './opening-error.ts';
import { serverPool } from './pool.ts';
import { isUnavailable } from './unavailable.ts';

const log = pino({ level: 'silent' });

/** Returns the error of a database connection to a server that answers the first message with `answer`. */
async function failure(answer: (socket: Socket) => void, more = ''): Promise<unknown> {
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => answer(socket)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const hosts = hostsOf(`postgresql://u:p@127.0.0.1:${port}/d${more}`, 2_000);
  const { pool, reaching } = serverPool(hosts, log, { timeBudgetMillis: 2_000 });
  onTestFinished(() => pool.end());
  return reaching.connect().then(
    () => 'connected',
    (error: unknown) => error,
  );
}

/** Returns an ErrorResponse message of PostgreSQL's protocol. */
function says(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

const refused: readonly (readonly [code: string, message: string, isPassing: boolean])[] = [
  ['53300', 'sorry, too many clients already', true],
  ['53300', 'remaining connection slots are reserved for roles with the SUPERUSER attribute', true],
  ['53200', 'out of memory', true],
  ['53100', 'could not write init file', true],
  ['57P03', 'the database system is starting up', true],
  ['57P01', 'terminating connection due to administrator command', true],
  ['08P01', 'server login has been failing, try again later (server_login_retry)', true],
  // When a node starts, these errors mean wrong settings, so the start fails. On a running node, they mean that someone changed
  // the database.
  ['28P01', 'password authentication failed for user "u"', false],
  ['28000', 'no pg_hba.conf entry for host', false],
  ['3D000', 'database "d" does not exist', false],
];

describe('counts as unavailable', () => {
  test.each(refused)('%s: %s', async (code, message, passes) => {
    const error = await failure((socket) => socket.end(says(code, message)));
    expect(error).toMatchObject({ code });
    expect([isUnavailable(error), isPassing(error)]).toEqual([true, passes]);
  });

  test('PostgreSQL that cannot start a process for a connection over TLS', async () => {
    const error = await failure((socket) => socket.end('E'), '?sslmode=verify-full');
    expect([isUnavailable(error), isPassing(error)]).toEqual([true, true]);
  });

  test.each([
    ['offers no TLS', (socket: Socket) => socket.end('N')],
    [
      'breaks the TLS protocol',
      (socket: Socket) => {
        socket.write('S');
        socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request'));
      },
    ],
  ])('a host that %s although the URL requires TLS', async (_, answer) => {
    const error = await failure(answer, '?sslmode=verify-full');
    expect([isUnavailable(error), isPassing(error)]).toEqual([true, false]);
  });

  test.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
    'a certificate that is no longer valid: %s',
    (code) => {
      const error = Object.assign(new Error('certificate'), { code });
      expect([isUnavailable(error), isPassing(error)]).toEqual([true, false]);
    },
  );

  test.each(['EMFILE', 'EADDRNOTAVAIL', 'ENETDOWN'])(
    'no network connection from this machine: %s',
    (code) => {
      const error = Object.assign(new Error('connect'), { code, syscall: 'connect' });
      expect([isUnavailable(error), isPassing(error)]).toEqual([true, true]);
    },
  );
});

test.each([
  [{ code: 'EMFILE', syscall: 'open' }],
  [{ code: '42P01' }],
  [{ code: '23505' }],
  [{ code: 'ERR_INVALID_ARG_TYPE' }],
])('%o is a bug of our own', (fields) => {
  expect(isUnavailable(Object.assign(new Error('other'), fields))).toBe(false);
});
