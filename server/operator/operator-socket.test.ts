/** The way into a running server: who can take it, and what comes of calls that nobody should make. */
import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../store/test-database.ts';
import { askRunningServer, type OperatorRequest, openOperatorDoor } from './operator-socket.ts';
import type { Outcome } from './outcome.ts';

const log = pino({ level: 'silent' });
const request: OperatorRequest = {
  command: 'echo',
  call: { positionals: ['é\n'], options: {}, input: { name: 'a', bytes: Buffer.from([0, 255, 10]) } },
  operator: 'ada',
};

/** A door that answers with what it was asked, in a folder of its own. */
async function openDoor(answer?: (asked: OperatorRequest) => Promise<Outcome>) {
  const dataDir = await freshFolder();
  const echo = async (asked: OperatorRequest): Promise<Outcome> => ({
    result: { data: asked, text: '', files: asked.call.input ? [asked.call.input] : [] },
  });
  const door = await openOperatorDoor(dataDir, answer ?? echo, log);
  onTestFinished(door.stop);
  return { dataDir, door, path: join(dataDir, 'operator.sock') };
}

/** Sends bytes as they are, and answers everything that comes back. */
function say(path: string, bytes: string): Promise<string> {
  const socket = connect(path);
  // A server that hangs up on too much resets the connection: that is an answer, too.
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  return text(socket).catch(() => '');
}

test('a call and its answer arrive whole, bytes of files included', async () => {
  const { dataDir } = await openDoor();
  const outcome = await askRunningServer(dataDir, request);
  expect(outcome).toEqual({ result: { data: request, text: '', files: [request.call.input] } });
});

test('only the owner can open the socket, and it is gone after the end', async () => {
  const { dataDir, door, path } = await openDoor();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await door.stop();
  expect(existsSync(path)).toBe(false);
  expect(await askRunningServer(dataDir, request)).toBeUndefined();
});

test('what a killed server left is replaced', async () => {
  const dataDir = await freshFolder();
  await writeFile(join(dataDir, 'operator.sock'), '');
  expect(await askRunningServer(dataDir, request)).toBeUndefined();
  const door = await openOperatorDoor(dataDir, async () => ({ problem: 'here', exitCode: 4 }), log);
  onTestFinished(door.stop);
  expect(await askRunningServer(dataDir, request)).toEqual({ problem: 'here', exitCode: 4 });
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
  expect(await askRunningServer(dataDir, request)).toEqual({ result: { data: null, text: '' } });
});

test('stopping waits for a running command, which still gets its answer', async () => {
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { dataDir, door } = await openDoor(async () => {
    began.resolve();
    await goOn.promise;
    return { result: { data: 'done', text: '' } };
  });
  const answered = askRunningServer(dataDir, request);
  await began.promise;
  let stopped = false;
  const stopping = door.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  goOn.resolve();
  expect(await answered).toEqual({ result: { data: 'done', text: '' } });
  await stopping;
});
