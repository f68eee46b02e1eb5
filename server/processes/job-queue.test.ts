import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { AgreementValues } from '../programs/agreement-text.ts';
import type { ProcessKind, ProcessLimits } from './bounded-process.ts';
import { startJobQueue } from './job-queue.ts';
import { type Message, noBytes } from './messages.ts';

/** The process that prints agreements. The tests use it because its jobs are real work. */
const printer: ProcessKind = { module: 'agreements/print-worker', heap: 256 };
const ample: ProcessLimits = { processorMillis: 60_000, memory: 1_024 * 1_048_576, wallMillis: 60_000 };

function start(limits: Partial<ProcessLimits> = {}, kind = printer) {
  const queue = startJobQueue(kind, { ...ample, ...limits });
  onTestFinished(queue.close);
  return queue;
}

const values: AgreementValues = {
  programName: 'Toro',
  providerName: 'Quillbrook',
  providerFullName: 'Quillbrook Bank',
  termsUrl: 'https://localhost/terms',
};

/** Returns a job for the printer: an agreement with this many paragraphs. */
const text = (paragraphs = 1): Message => ({
  head: {
    make: 'pdf',
    agreement: { title: 'Terms', version: '2026-01-01', body: 'You must pay.\n\n'.repeat(paragraphs) },
    values,
  },
  bytes: noBytes,
});
const pdf = { head: 1, bytes: expect.any(Uint8Array) };

/** Returns the process ids of the printers that this process has started. */
function printersOfThis(): readonly number[] {
  const tasks = `/proc/${process.pid}/task`;
  const ids = readdirSync(tasks).flatMap((task) =>
    readFileSync(`${tasks}/${task}/children`, 'latin1').trim().split(' ').filter(Boolean),
  );
  return ids.filter((id) => commandOf(id).includes(printer.module)).map(Number);
}

function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

test('jobs run one after another in one process', async () => {
  const queue = start();
  const before = printersOfThis();
  const jobs = [queue.run(text()), queue.run(text()), queue.run(text())];
  expect(await Promise.all(jobs)).toEqual([pdf, pdf, pdf]);
  const [own, ...others] = printersOfThis().filter((id) => !before.includes(id));
  expect(others).toEqual([]);
  expect(await queue.run(text())).toEqual(pdf);
  expect(printersOfThis()).toContain(own);
});

test('an idle process that the system killed is replaced', async () => {
  const queue = start();
  const before = printersOfThis();
  await queue.run(text());
  const [own = 0] = printersOfThis().filter((id) => !before.includes(id));
  process.kill(own, 'SIGKILL');
  // The killed process stays in /proc until its parent process has noticed its end.
  await expect.poll(() => existsSync(`/proc/${own}`)).toBe(false);
  expect(await queue.run(text())).toEqual(pdf);
});

test.each([
  ['wallMillis', 1, 'more than 1 ms'],
  ['memory', 30 * 1_048_576, 'bytes of memory'],
  ['processorMillis', 50, 'ms of processor time'],
] as const)('a job over its limit of %s fails with that reason', async (limit, most, words) => {
  const queue = start({ [limit]: most });
  await expect(queue.run(text(2_000))).rejects.toMatchObject({
    name: 'JobFailed',
    message: expect.stringContaining(words),
  });
});

test('a failed job reports its error, and the next one is done', async () => {
  const queue = start();
  const unprintable = queue.run({ head: { make: 'page', page: 1, format: 'png' }, bytes: Buffer.from('x') });
  const next = queue.run(text());
  await expect(unprintable).rejects.toMatchObject({ name: 'JobFailed', message: /./ });
  expect(await next).toEqual(pdf);
});

test('a job is rejected, but not with JobFailed, if no process can be started', async () => {
  const queue = start({}, { module: 'agreements/print-worker\0', heap: 256 });
  await expect(queue.run(text())).rejects.not.toMatchObject({ name: 'JobFailed' });
});

test('closing rejects the running job, waiting ones and later ones, and ends the process', async () => {
  const queue = start();
  const before = printersOfThis();
  const outcomes = Promise.allSettled([queue.run(text(2_000)), queue.run(text())]);
  await new Promise(setImmediate);
  await queue.close();
  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await expect(queue.run(text())).rejects.toThrow('closed');
  expect(printersOfThis().filter((id) => !before.includes(id))).toEqual([]);
});
