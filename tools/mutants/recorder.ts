/**
 * Records which sites of an instrumented tree (`instrument.ts`) a test file runs. Vitest's worker writes down which file it is
 * running. The worker and every process that it starts append each site once to the list of that file. Needs Linux, because
 * a process finds its worker in `/proc`.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface Recording {
  hit?: (site: number) => void;
}

const recording = globalThis as Recording;

/** Tests replace the clock. */
const now = performance.now.bind(performance);

/** Milliseconds after which a process looks again for which file it runs: some serve many. */
const lookAgainMillis = 20;

const ownerFile = (folder: string, pid: number) => join(folder, `running-${pid}`);

/** What a test file does when it runs code: a module is loaded by the first file of a process only, and serves all. */
export type Phase = 'loads' | 'hits';

/** The list of sites that a test file runs in a phase. */
export const listOf = (folder: string, testFile: string, phase: Phase): string =>
  join(folder, `${encodeURIComponent(testFile)}.${phase}`);

/** The nearest process above that runs test files; undefined outside of tests. */
function workerAbove(folder: string): number | undefined {
  let pid = process.pid;
  while (pid > 1) {
    if (existsSync(ownerFile(folder, pid))) return pid;
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    pid = Number(parent);
  }
  return undefined;
}

/** Calls `record` once for each site and test file, with the list of the file. */
function startRecording(folder: string): void {
  const seen = new Set<number>();
  let list: string | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    lookedAt = now();
    const worker = workerAbove(folder);
    const next = worker === undefined ? undefined : readFileSync(ownerFile(folder, worker), 'utf8');
    if (next === list) return;
    list = next;
    seen.clear();
  };
  recording.hit = (site) => {
    if (now() - lookedAt > lookAgainMillis) look();
    if (seen.has(site)) return;
    seen.add(site);
    if (list !== undefined) appendFileSync(list, `${site}\n`);
  };
}

/** Records from now on, for the file that the worker above runs. Does nothing where this process records already. */
export function record(folder: string): void {
  if (recording.hit === undefined) startRecording(folder);
}

/**
 * Says, in a worker of Vitest, which file it runs now and whether it loads modules or runs tests, and records. Returns the path
 * of the file from the root.
 */
export function recordTestFile(folder: string, root: string, phase: Phase): string {
  const { filepath } = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__ ?? {};
  if (filepath === undefined) throw new Error('This is no worker of Vitest.');
  const file = relative(root, filepath);
  writeFileSync(ownerFile(folder, process.pid), listOf(folder, file, phase));
  startRecording(folder);
  return file;
}
