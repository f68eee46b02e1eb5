/**
 * Records which sites of an instrumented tree (`instrument.ts`) a test file executes. A Vitest worker stores the path of the list
 * for the test file that it is running. The worker and all processes that it starts append each site once to this list. Needs
 * Linux, because a process finds its worker through `/proc`.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface Recording {
  hit?: (site: number) => void;
}

const recording = globalThis as Recording;

/** The real `performance.now`, stored here because tests replace it with a fake. */
const now = performance.now.bind(performance);

/** Milliseconds after which a process checks again which test file is running. Some processes work for many test files. */
const lookAgainMillis = 20;

const ownerFile = (folder: string, pid: number) => join(folder, `running-${pid}`);

/**
 * The phase in which a test file executes code: while its modules load, or while its tests run. A process loads a module
 * only once, for the first test file that needs the module.
 */
export type Phase = 'loads' | 'hits';

/** Returns the path of the file that lists the sites that a test file executes in a phase. */
export const listOf = (folder: string, testFile: string, phase: Phase): string =>
  join(folder, `${encodeURIComponent(testFile)}.${phase}`);

/**
 * Returns the process id of this process's Vitest worker: this process itself, or its nearest ancestor that is a worker. Returns
 * undefined outside of tests.
 */
function workerAbove(folder: string): number | undefined {
  let pid = process.pid;
  while (pid > 1) {
    if (existsSync(ownerFile(folder, pid))) return pid;
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    pid = Number(parent);
  }
  return undefined;
}

/** Defines `hit`, which appends each executed site to the list of the running test file, once per test file. */
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

/**
 * Starts to record for the test file that the worker of this process is running. Does nothing if this process is already
 * recording.
 */
export function record(folder: string): void {
  if (recording.hit === undefined) startRecording(folder);
}

/**
 * Call it in a Vitest worker. Stores the path of the list (`listOf`) for the worker's test file and this phase, and starts to
 * record. Returns the path of the test file, relative to the root.
 */
export function recordTestFile(folder: string, root: string, phase: Phase): string {
  const { filepath } = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__ ?? {};
  if (filepath === undefined) throw new Error('This process is not a Vitest worker.');
  const file = relative(root, filepath);
  writeFileSync(ownerFile(folder, process.pid), listOf(folder, file, phase));
  startRecording(folder);
  return file;
}
