/** Reads what another process has used, from Linux's `/proc`. */
import { readFileSync } from 'node:fs';

export interface ProcessUse {
  /** Milliseconds of processor time, of all its threads, since it was started. */
  readonly processorMillis: number;
  /** Bytes of memory that it holds now. */
  readonly memory: number;
}

/** A tick of `/proc` is 10 ms on every Linux that Node runs on (USER_HZ). */
const tickMillis = 10;

/** Returns what a process has used, or undefined if it has ended, or on systems other than Linux. */
export function readProcessUse(pid: number): ProcessUse | undefined {
  try {
    // The program's name is in parentheses and may contain anything; the fields after it are numbers (proc(5)).
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
