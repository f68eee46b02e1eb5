/**
 * Records which sites of an instrumented tree (`instrument.ts`) a test file runs. Vitest's worker writes down which file it is
 * running. The worker and every process that it starts append each site once to that file's list. Needs Linux, because a process
 * finds its worker in `/proc`.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface Recording {
  hit?: (site: number) => void;
}

const recording = globalThis as Recording;

/** Kept because tests replace the clock. */
const now = performance.now.bind(performance);

/** Milliseconds after which a process checks again which file is running: some processes serve many files. */
const lookAgainMillis = 20;

const ownerFile = (folder: string, pid: number) => join(folder, `running-${pid}`);

/** What a test file is doing when code runs. Only the first file of a process loads a module, for all later files too. */
export type Phase = 'loads' | 'hits';

/** Returns the path of the list of sites that a test file runs in a phase. */
export const listOf = (folder: string, testFile: string, phase: Phase): string =>
  join(folder, `${encodeURIComponent(testFile)}.${phase}`);

/** Returns the nearest ancestor process that runs test files; undefined outside tests. */
function workerAbove(folder: string): number | undefined {
  let pid = process.pid;
  while (pid > 1) {
    if (existsSync(ownerFile(folder, pid))) return pid;
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    pid = Number(parent);
  }
  return undefined;
}

/** Calls `record` once for each site and test file, with the file's list. */
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

/** Records from now on, for the file that the ancestor worker runs. Does nothing if this process records already. */
export function record(folder: string): void {
  if (recording.hit === undefined) startRecording(folder);
}

/**
 * Notes in a Vitest worker which file it runs now and whether it loads modules or runs tests, and starts recording. Returns the
 * path of the file from the root.
 */
export function recordTestFile(folder: string, root: string, phase: Phase): string {
  const { filepath } = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__ ?? {};
  if (filepath === undefined) throw new Error('This process is not a Vitest worker.');
  const file = relative(root, filepath);
  writeFileSync(ownerFile(folder, process.pid), listOf(folder, file, phase));
  startRecording(folder);
  return file;
}
