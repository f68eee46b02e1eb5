/** The way into a running server: who can take it, and what comes of calls that nobody should make. */
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../store/test-database.ts';
import type { HandOver } from './command.ts';
import { OperatorProblem } from './command.ts';
import { fileOf } from './operator-file.ts';
import { askRunningServer, type OperatorRequest, openOperatorDoor } from './operator-socket.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './outcome.ts';

const log = pino({ level: 'silent' });
const request: OperatorRequest = {
  command: 'echo',
  call: { positionals: ['é\n'], options: {} },
  operator: 'ada',
};
const done: Outcome = { result: { data: 'done', text: '' } };

/** A door in a folder of its own. */
async function openDoor(answer: Parameters<typeof openOperatorDoor>[1] = async () => done) {
  const dataDir = await freshFolder();
  const door = await openOperatorDoor(dataDir, answer, log);
  onTestFinished(door.stop);
  return { dataDir, door, path: join(dataDir, 'operator.sock') };
}

/** Asks, and answers the outcome with the files that came, whole. */
async function ask(dataDir: string, asked: OperatorRequest = request) {
  const files: { name: string; bytes: Buffer }[] = [];
  const take: HandOver = async (handed) => {
    for (const { name, content } of handed) files.push({ name, bytes: await buffer(content()) });
  };
  return { outcome: await askRunningServer(dataDir, asked, take), files };
}

const mebibyte = Buffer.alloc(1_048_576, '{"piece":0}\n');

/** Sends bytes as they are, and answers everything that comes back. */
function say(path: string, bytes: string): Promise<string> {
  const socket = connect(path);
  // A server that hangs up on too much resets the connection: that is an answer, too.
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  return text(socket).catch(() => '');
}

test('a call and its answer arrive whole, files of any size and content included', async () => {
  const { dataDir } = await openDoor(async ({ call, ...asked }, handOver) => {
    const { input, ...rest } = call;
    await handOver(input ? [input, fileOf('empty', Buffer.alloc(0)), fileOf('small', Buffer.from('x'))] : []);
    return { result: { data: { ...asked, call: rest }, text: '' } };
  });
  const large = async function* () {
    for (let count = 0; count < 20; count += 1) yield mebibyte;
  };
  const call = { ...request.call, input: { name: 'large', content: large } };
  const { outcome, files } = await ask(dataDir, { ...request, call });
  expect(outcome).toEqual({ result: { data: request, text: '' } });
  expect(files.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([
    ['large', 20 * 1_048_576],
    ['empty', 0],
    ['small', 1],
  ]);
  expect(files[0]?.bytes.equals(Buffer.concat(Array(20).fill(mebibyte)))).toBe(true);
});

test('a file is made no further than it is taken', async () => {
  let made = 0;
  const ended = Promise.withResolvers<void>();
  const { dataDir } = await openDoor((_, handOver) =>
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
  await expect(askRunningServer(dataDir, request, take)).rejects.toBe(full);
  await ended.promise;
  expect(made).toBeLessThan(4);
});

test('a command that fails within a file says so, and the file is known not to be whole', async () => {
  const failed: Outcome = { problem: 'The database does not answer just now.', exitCode: 4 };
  const { dataDir } = await openDoor(async (_, handOver) => {
    const halfWay = async function* () {
      yield mebibyte;
      throw new Error('half-way');
    };
    await handOver([{ name: 'half', content: halfWay }]).catch(() => undefined);
    return failed;
  });
  expect(await ask(dataDir)).toEqual({ outcome: failed, files: [] });
});

test('a file that is not read to its end keeps nobody from the answer', async () => {
  const { dataDir } = await openDoor();
  const endless = async function* () {
    for (let count = 0; count < 20; count += 1) yield mebibyte;
  };
  const call = { ...request.call, input: { name: 'a', content: endless } };
  expect(await ask(dataDir, { ...request, call })).toEqual({ outcome: done, files: [] });
});

test('a file that cannot be read ends the call in its own words', async () => {
  const { dataDir } = await openDoor(({ call }) =>
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

test('only the owner can open the socket, and it is gone after the end', async () => {
  const { dataDir, door, path } = await openDoor();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await door.stop();
  expect(existsSync(path)).toBe(false);
  expect((await ask(dataDir)).outcome).toBeUndefined();
});

test('what a killed server left is replaced', async () => {
  const dataDir = await freshFolder();
  await writeFile(join(dataDir, 'operator.sock'), '');
  expect((await ask(dataDir)).outcome).toBeUndefined();
  const door = await openOperatorDoor(dataDir, async () => ({ problem: 'here', exitCode: 4 }), log);
  onTestFinished(door.stop);
  expect((await ask(dataDir)).outcome).toEqual({ problem: 'here', exitCode: 4 });
});

test('a line that is no call, or too long, gets no further', async () => {
  const asked: unknown[] = [];
  const { dataDir, path } = await openDoor(async (one) => {
    asked.push(one);
    return { result: { data: null, text: '' } };
  });
  for (const line of ['{}', 'null', '[', '{"command":1}', '{"command":"x","operator":"y","call":null}'])
    expect(await say(path, `${line}\n`)).toContain('could not read the command');
  const tooLong = JSON.stringify({ ...request, operator: 'a'.repeat(17 * 1024 * 1024) });
  expect(await say(path, `${tooLong}\n`)).not.toContain('"result"');
  expect(asked).toEqual([]);
  expect((await ask(dataDir)).outcome).toEqual({ result: { data: null, text: '' } });
});

test('stopping waits for a running command, which still gets its answer', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { dataDir, door } = await openDoor(async () => {
    began.resolve();
    await goOn.promise;
    return done;
  });
  const answered = ask(dataDir);
  await began.promise;
  let stopped = false;
  const stopping = door.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  goOn.resolve();
  expect((await answered).outcome).toEqual(done);
  await stopping;
});
