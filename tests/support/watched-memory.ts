/** For scripts: the most memory that a server's process takes, as Linux counts it. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './installation.ts';

/** A server that takes more is ended, for the sake of the machine: what was to be shown is shown long before. */
const endedAtMegabytes = 1_500;

/** A field of /proc/<pid>/status in MB: VmRSS is what is held in memory, VmHWM the most of it so far. */
async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Watches the memory of a server from now on, its start not counted; the result ends that, and says what it saw, in MB. */
export async function watchMemory(
  server: Pick<ServerProcess, 'pid' | 'signal'>,
): Promise<() => Promise<{ readonly most: number; readonly atFirst: number }>> {
  const pid = server.pid() ?? 0;
  // Sets VmHWM back to what is held now (man 5 proc).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const atFirst = (await megabytes(pid, 'VmRSS')) ?? 0;
  let most = atFirst;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const now = (await megabytes(pid, 'VmHWM')) ?? 0;
      most = Math.max(most, now);
      if (now > endedAtMegabytes) server.signal('SIGKILL');
      await pause(50);
    }
  })();
  return async () => {
    stopped = true;
    await watching;
    return { most, atFirst };
  };
}
