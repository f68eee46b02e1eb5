/** Measures the peak memory of a server's process, as reported by Linux. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from './installation.ts';

/** Megabytes of memory at which the server is killed to protect the machine. The limits that the scripts check are much lower. */
const endedAtMegabytes = 1_500;

/** Returns a field of /proc/<pid>/status in MB. VmRSS is the memory in use, and VmHWM is the highest value of VmRSS so far. */
async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/**
 * Starts to watch the memory of a running server. The returned function stops watching, and returns the peak memory and the
 * memory at the beginning, in MB.
 */
export async function watchMemory(
  server: Pick<ServerProcess, 'pid' | 'signal'>,
): Promise<() => Promise<{ readonly most: number; readonly atFirst: number }>> {
  const pid = server.pid() ?? 0;
  // Resets VmHWM to the memory now in use (man 5 proc).
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
