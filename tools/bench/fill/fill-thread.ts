/** Runs in a worker thread of `fillStore`, and creates this thread's share of the copied applications. */
import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { readSettings } from '../../../server/config/settings.ts';
import { openContext } from '../../../server/operator/open-context.ts';
import { type CopiedRows, copierOf } from './copy-application.ts';
import { writerInto } from './copy-rows.ts';
import type { FillPart } from './fill-store.ts';
import { copiedTables, type Row } from './templates.ts';

/** Number of applications whose rows are held in memory until they are written together. */
const atOnce = 200;
/** Number of applications whose rows are written by one COPY command per table. */
const perCopy = 10_000;

const { databaseUrl, dataDir, templates, from, until, applications, begin, end, stopAt } =
  workerData as FillPart;
const read = readSettings({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
if (!read.ok) throw new Error(read.problems.join('\n'));
const { store, close } = await openContext(read.settings, pino({ level: 'silent' }));
const copiers = templates.map((template) => copierOf(template, store.keys));

async function copyOf(number: number): Promise<readonly CopiedRows[]> {
  const at = new Date(begin + Math.floor(((end - begin) * number) / applications));
  const copier = copiers[number % copiers.length];
  return copier ? [await copier(at, number)] : [];
}

for (let first = from; first < until && Date.now() < stopAt; first += perCopy) {
  const writers = copiedTables.map((table) => ({ table, writer: writerInto(databaseUrl, table) }));
  const last = Math.min(until, first + perCopy);
  for (let number = first; number < last; number += atOnce) {
    const copies: CopiedRows[] = [];
    for (let each = number; each < Math.min(last, number + atOnce); each += 1)
      copies.push(...(await copyOf(each)));
    await Promise.all(
      writers.map(({ table, writer }) => writer.write(copies.flatMap((copy): readonly Row[] => copy[table]))),
    );
  }
  await Promise.all(writers.map(({ writer }) => writer.end()));
  parentPort?.postMessage(last - first);
}
await close();
