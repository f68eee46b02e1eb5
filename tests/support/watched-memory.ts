/** For scripts: measures the most memory that a server's process takes, as Linux counts it. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './installation.ts';

/** A server that exceeds this is killed to protect the machine; the test has failed long before. */
const endedAtMegabytes = 1_500;

/** Returns a field of /proc/<pid>/status in MB: VmRSS is the memory in use, VmHWM its highest value so far. */
async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/**
 * Watches the memory of a server from now on, its start not included. The returned function stops watching and returns the
 * results, in MB.
 */
export async function watchMemory(
  server: Pick<ServerProcess, 'pid' | 'signal'>,
): Promise<() => Promise<{ readonly most: number; readonly atFirst: number }>> {
  const pid = server.pid() ?? 0;
  // Resets VmHWM to the memory in use (man 5 proc).
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
