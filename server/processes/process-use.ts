/** What another process has used of the machine, from Linux's `/proc`. */
import { readFileSync } from 'node:fs';

export interface ProcessUse {
  /** Milliseconds of processor time, of all its threads, since it was started. */
  readonly processorMillis: number;
  /** Bytes of memory that it holds now. */
  readonly memory: number;
}

/** A tick of `/proc` has 10 ms on every Linux that Node runs on (USER_HZ). */
const tickMillis = 10;

/** Undefined where the process has ended, and on systems other than Linux. */
export function readProcessUse(pid: number): ProcessUse | undefined {
  try {
    // The name of the program stands in brackets and may hold anything; the fields after it are numbers (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { processorMillis: ticks * tickMillis, memory: Number(kilobytes ?? 0) * 1024 };
  } catch {
    return undefined;
  }
}
