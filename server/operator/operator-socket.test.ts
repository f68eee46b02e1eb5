/** Tests calls of commands through the socket of a running server. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { callingOperator } from './access/operator-identity.ts';
import { askRunningServer } from './ask-running-server.ts';
import { fileOf, type HandOver, OperatorProblem } from './command.ts';
import { commandSocketOf, type OperatorRequest } from './operator-protocol.ts';
import { serveOperator } from './operator-socket.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

const log = pino({ level: 'silent' });
const request: OperatorRequest = {
  command: 'echo',
  call: { positionals: ['é\n'], options: {} },
};
/** The user who runs the tests. */
const operator = await callingOperator();
const socketIn = (dataDir: string) => commandSocketOf({ dataDir, operatorSocket: undefined });
const done: Outcome = { result: { data: 'done', text: '' } };

/** Starts a server on a socket in its own folder. */
async function openSocket(run: Parameters<typeof serveOperator>[1] = async () => done) {
  const dataDir = await freshFolder();
  const server = await serveOperator(socketIn(dataDir), run, log);
  onTestFinished(server.stop);
  return { dataDir, server, path: join(dataDir, 'operator.sock') };
}

/** Sends a request. Returns the outcome and the complete files. */
async function ask(dataDir: string, asked: OperatorRequest = request, told: string[] = []) {
  const files: { name: string; bytes: Buffer }[] = [];
  const take: HandOver = async (handed) => {
    for (const { name, content } of handed) files.push({ name, bytes: await buffer(content()) });
  };
  const tell = (line: string) => void told.push(line);
  return { outcome: await askRunningServer(socketIn(dataDir), asked, take, tell), files };
}

test('reports the progress of a command, also while it creates a file', async () => {
  const { dataDir } = await openSocket(async (_request, handOver, tell) => {
    tell('one');
    async function* content() {
      tell('two');
      yield Buffer.from('whole');
    }
    await handOver([{ name: 'file', content }]);
    tell('three');
    return done;
  });
  const told: string[] = [];
  const { outcome, files } = await ask(dataDir, request, told);
  expect({ outcome, files }).toEqual({
    outcome: done,
    files: [{ name: 'file', bytes: Buffer.from('whole') }],
  });
  expect(told).toEqual(['one', 'two', 'three']);
});

const mebibyte = Buffer.alloc(1_048_576, '{"endOfFile":true}\n');

async function* twentyMebibytes() {
  for (let count = 0; count < 20; count += 1) yield mebibyte;
}

/** Sends a call with exactly this text, and returns the status of the response. */
async function statusOf(socketPath: string, call: string): Promise<number | undefined> {
  const path = `/command?${new URLSearchParams({ call })}`;
  const asking = httpRequest({ socketPath, method: 'POST', path, agent: false }).end();
  const [response]: IncomingMessage[] = await once(asking, 'response');
  response?.resume();
  return response?.statusCode;
}

test('a call and its response arrive complete, with files of any size and content', async () => {
  const { dataDir } = await openSocket(async ({ call, ...asked }, handOver) => {
    const { input, ...rest } = call;
    await handOver(input ? [input, fileOf('empty', Buffer.alloc(0)), fileOf('small', Buffer.from('x'))] : []);
    return { result: { data: { ...asked, call: rest }, text: '' } };
  });
  const call = { ...request.call, input: { name: 'large', content: twentyMebibytes } };
  const { outcome, files } = await ask(dataDir, { ...request, call });
  expect(outcome).toEqual({ result: { data: { ...request, operator }, text: '' } });
  expect(files.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([
    ['large', 20 * 1_048_576],
    ['empty', 0],
    ['small', 1],
  ]);
  expect(files[0]?.bytes.equals(Buffer.concat(Array(20).fill(mebibyte)))).toBe(true);
});

test('a file is produced only as fast as it is read', async () => {
  let made = 0;
  const ended = Promise.withResolvers<void>();
  const { dataDir } = await openSocket((_, handOver) =>
    outcomeOf(async () => {
      try {
        await handOver([
          {
            name: 'endless',
            content: async function* () {
              for (; ; made += 1) yield mebibyte;
            },
          },
        ]);
      } finally {
        ended.resolve();
      }
      return { data: null, text: '' };
    }, log),
  );
  const full = new OperatorProblem('The disk is full.');
  const take: HandOver = async ([file]) => {
    for await (const _ of file?.content() ?? []) throw full;
  };
  await expect(askRunningServer(socketIn(dataDir), request, take, () => {})).rejects.toBe(full);
  await ended.promise;
  expect(made).toBeLessThan(4);
});

test('a command that fails while making a file says so, and the file does not count as complete', async () => {
  const failed: Outcome = { problem: 'The database does not respond at the moment.', exitCode: 4 };
  const { dataDir } = await openSocket(async (_, handOver) => {
    const halfWay = async function* () {
      yield mebibyte;
      throw new Error('half-way');
    };
    await handOver([{ name: 'half', content: halfWay }]).catch(() => undefined);
    return failed;
  });
  expect(await ask(dataDir)).toEqual({ outcome: failed, files: [] });
});

test('a server that ends during its response, or has another version, is recognized', async () => {
  const dataDir = await freshFolder();
  await mkdir(join(dataDir, 'operator.sock.proofs'));
  const wanted = () => JSON.stringify({ name: randomBytes(16).toString('hex'), token: 't' });
  const responses = [
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n12\r\n{"files":["half"]}\n\r\n`,
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    '',
    '{"outcome":{"problem":"The server could not read the command.","exitCode":1}}\n',
  ];
  const server = createServer((socket) =>
    socket.once('data', (head) => {
      const isFirst = head.toString().startsWith('POST /proof');
      socket.end(isFirst ? `HTTP/1.1 200 OK\r\n\r\n${wanted()}` : (responses.shift() ?? ''));
    }),
  );
  server.listen(join(dataDir, 'operator.sock'));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  for (const words of ['Check whether', 'Check whether', 'Check whether', 'Its version may be different'])
    await expect(ask(dataDir)).rejects.toThrow(words);
});

test('an older server, which needs no proof, is recognized', async () => {
  const dataDir = await freshFolder();
  const server = createServer((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')),
  );
  server.listen(join(dataDir, 'operator.sock'));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  await expect(ask(dataDir)).rejects.toThrow('Its version may be different');
});

test('a file that the command does not read to its end does not delay the response', async () => {
  const { dataDir } = await openSocket();
  const call = { ...request.call, input: { name: 'a', content: twentyMebibytes } };
  expect(await ask(dataDir, { ...request, call })).toEqual({ outcome: done, files: [] });
});

test('a file that cannot be read ends the call with its own error', async () => {
  const { dataDir } = await openSocket(({ call }) =>
    outcomeOf(async () => {
      for await (const _ of call.input?.content() ?? []);
      return { data: null, text: '' };
    }, log),
  );
  const unreadable = new OperatorProblem('heads.jsonl cannot be read (EIO).');
  const broken = async function* () {
    yield mebibyte;
    throw unreadable;
  };
  const call = { ...request.call, input: { name: 'a', content: broken } };
  await expect(ask(dataDir, { ...request, call })).rejects.toBe(unreadable);
});

test('only the owner can open the socket, and it is removed at the end', async () => {
  const { dataDir, server, path } = await openSocket();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await server.stop();
  expect(existsSync(path)).toBe(false);
  expect((await ask(dataDir)).outcome).toBeUndefined();
});

test('the socket of a killed server is replaced', async () => {
  const dataDir = await freshFolder();
  await writeFile(join(dataDir, 'operator.sock'), '');
  expect((await ask(dataDir)).outcome).toBeUndefined();
  const server = await serveOperator(socketIn(dataDir), async () => ({ problem: 'here', exitCode: 4 }), log);
  onTestFinished(server.stop);
  expect((await ask(dataDir)).outcome).toEqual({ problem: 'here', exitCode: 4 });
});

test('a malformed or too long call is refused', async () => {
  const asked: unknown[] = [];
  const { dataDir, path } = await openSocket(async (one) => {
    asked.push(one);
    return done;
  });
  for (const call of ['', '{}', 'null', '[', '{"command":1}', '{"command":"x","proof":"y","call":null}'])
    expect([call, await statusOf(path, call)]).toEqual([call, 400]);
  const tooLong = { ...request, command: 'a'.repeat(2 * 1_048_576) };
  await expect(ask(dataDir, tooLong)).rejects.toThrow('does not understand this command');
  expect(asked).toEqual([]);
  expect((await ask(dataDir)).outcome).toEqual(done);
  expect(asked).toEqual([{ ...request, operator }]);
});

test('a caller’s own claim never identifies them', async () => {
  const asked: unknown[] = [];
  const { path } = await openSocket(async (one) => {
    asked.push(one);
    return done;
  });
  const claimed = { ...request, operator: 'ada' };
  expect(await statusOf(path, JSON.stringify(claimed))).toBe(400);
  for (const proof of ['', 'ada', '0'.repeat(32)])
    expect(await statusOf(path, JSON.stringify({ ...claimed, proof }))).toBe(401);
  expect(asked).toEqual([]);
});

test('stopping waits for a running command, which still gets its response', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { dataDir, server, path } = await openSocket(async () => {
    began.resolve();
    await goOn.promise;
    return done;
  });
  const unread = { name: 'a', content: twentyMebibytes };
  const response = ask(dataDir, { ...request, call: { ...request.call, input: unread } });
  await began.promise;
  // An incomplete call does not prevent the server from stopping.
  const silent = connect(path).on('error', () => undefined);
  silent.write('POST /command');
  let stopped = false;
  const stopping = server.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  goOn.resolve();
  expect((await response).outcome).toEqual(done);
  await stopping;
});
