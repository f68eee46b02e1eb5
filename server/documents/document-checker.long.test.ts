import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { testPdf } from '../../tests/support/pdf.ts';
import { imageBomb, millionsOfStrokes, nestedForms } from '../../tests/support/pdf-bombs.ts';
import { someOf } from '../../tests/support/rounds.ts';
import { checkDocument, type DocumentCheck } from './check-document.ts';
import {
  type DocumentChecker,
  type DocumentCheckerOptions,
  startDocumentChecker,
} from './document-checker.ts';

let checker: DocumentChecker | undefined;
afterEach(() => checker?.close());

/** Starts a checker, and returns a function that checks a document. For the sender `a1`, the session is `a1`, the address `a`. */
function start(options?: DocumentCheckerOptions) {
  const started = startDocumentChecker(options);
  checker = started;
  return (bytes: Uint8Array, sender = 'a1') =>
    started.check(bytes, { session: sender, address: sender.slice(0, 1) });
}

const harmless = testPdf();
let kept: DocumentCheck;
beforeAll(async () => {
  kept = await checkDocument(harmless);
});
const unreadable = { ok: false, reason: 'unreadable' };
const unavailable = expect.objectContaining({ code: 'unavailable', retryAfter: expect.any(Number) });

/** A page whose check takes seconds of processor time, but little memory. */
const slow = imageBomb(10_000);

test('documents are checked in processes, and the caller’s bytes are unchanged', async () => {
  const check = start();
  const outcomes = await Promise.all([check(harmless), check(Buffer.from('text')), check(harmless, 'b1')]);
  expect(outcomes).toEqual([kept, { ok: false, reason: 'unknown_type' }, kept]);
  expect(harmless.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a process gets only the document, and ends after it', async () => {
  process.env['TEST_SECRET'] = 'a secret of the server';
  const check = start()(imageBomb(3_000));
  const [pid = 0, ...others] = childrenOfThis();
  expect(others).toEqual([]);
  const proc = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1');
  const sawNode = await until(() => proc('cmdline').includes('document-worker'));
  expect(sawNode).toBe(true);
  expect(proc('environ')).not.toContain('secret');
  expect(proc('cmdline')).toContain('--permission');
  await check;
  expect(childrenOfThis()).toEqual([]);
  delete process.env['TEST_SECRET'];
});

test.each(
  someOf([
    ['millions of strokes', () => millionsOfStrokes(8_000_000)],
    ['an image of 300 MB', () => slow],
    ['forms that draw each other', () => nestedForms(12)],
  ] as const),
)('%s take 6 s of processor time and 512 MB at most', async (_, bomb) => {
  const check = start()(bomb());
  const most = await mostUsed(check);
  expect((await check).ok).toBe(false);
  expect(most.memory).toBeLessThanOrEqual(512 * 1024);
  expect(most.ticks).toBeLessThanOrEqual(600);
});

test('a document that takes too long is refused, and the next one is still checked', async () => {
  const check = start({ processorMillis: 2_500, longestWaitMillis: 60_000 });
  expect(await Promise.all([check(slow), check(harmless)])).toEqual([unreadable, kept]);
  const byTheClock = start({ wallMillis: 500 });
  expect(await byTheClock(slow)).toEqual(unreadable);
});

test('a document that takes too much memory is refused, and the next one is still checked', async () => {
  const check = start({ memory: 190 * 1_048_576 });
  expect(await Promise.all([check(millionsOfStrokes(8_000_000)), check(harmless)])).toEqual([
    unreadable,
    kept,
  ]);
});

test('ordinary documents pass while one address sends only bombs', async () => {
  const check = start();
  const bombs = Promise.allSettled(Array.from({ length: 8 }, (_, index) => check(slow, `a${index}`)));
  expect(await check(harmless, 'b1')).toEqual(kept);
  // The checks of the bombs are still running, so closing the checker makes all of them fail.
  await checker?.close();
  expect((await bombs).every(({ status }) => status === 'rejected')).toBe(true);
});

test('only a limited number of bytes may wait, half of them from one address', async () => {
  const check = start({ waitingBytes: harmless.length * 2, checkers: 1 });
  const outcomes = Promise.all([check(harmless), check(harmless, 'a2')]);
  await expect(check(harmless, 'a3')).rejects.toEqual(unavailable);
  const ofAnother = check(harmless, 'b1');
  await expect(check(harmless, 'c1')).rejects.toEqual(unavailable);
  expect([...(await outcomes), await ofAnother]).toEqual([kept, kept, kept]);
});

test('a document that waited too long is rejected, and later ones do not wait for it', async () => {
  const check = start({ longestWaitMillis: 0 });
  await expect(check(harmless)).rejects.toEqual(unavailable);
  const patient = start({ processorMillis: 2_000, longestWaitMillis: 1_000 });
  const [bomb, late] = await Promise.allSettled([patient(slow), patient(harmless)]);
  expect(bomb).toMatchObject({ value: unreadable });
  expect(late).toMatchObject({ reason: unavailable });
  expect(await patient(harmless)).toEqual(kept);
});

test('closing rejects the document being checked, waiting ones and later ones', async () => {
  const check = start();
  const outcomes = Promise.allSettled([check(harmless), check(harmless)]);
  await checker?.close();
  await expect(check(harmless)).rejects.toEqual(unavailable);
  expect(await outcomes).toEqual(Array(2).fill({ status: 'rejected', reason: unavailable }));
  expect(childrenOfThis()).toEqual([]);
});

/** Returns the ids of the checking processes that this process started. */
function childrenOfThis(): number[] {
  const tasks = `/proc/${process.pid}/task`;
  return readdirSync(tasks)
    .flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'latin1').trim().split(' '))
    .filter((id) => id !== '' && commandOf(id).includes('document-worker'))
    .map(Number);
}

/** Returns the command line of a process, or an empty text if the process has ended. */
function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** Returns the maximum memory (in KB) and processor time (in ticks of 10 ms) that a check's process was observed to use. */
async function mostUsed(check: Promise<unknown>): Promise<{ memory: number; ticks: number }> {
  const [pid] = childrenOfThis();
  const most = { memory: 0, ticks: 0 };
  const look = setInterval(() => {
    try {
      const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      most.memory = Math.max(most.memory, Number(peak ?? 0));
      most.ticks = Math.max(most.ticks, Number(fields[11]) + Number(fields[12]));
    } catch {
      // The process has ended.
    }
  }, 5);
  await check;
  clearInterval(look);
  return most;
}

async function until(holds: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 10_000 && !holds(); turn += 1) await new Promise(setImmediate);
  return holds();
}
