/** Measures the CPU time of a process and its descendants, for benchmarks on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU times in hundredths of a second, regardless of the kernel's own clock rate (man 5 proc, USER_HZ). */
const ticksASecond = 100;

interface Spent {
  readonly id: number;
  readonly parent: number;
  readonly ticks: number;
}

/** Returns the CPU seconds that a process and its descendants have used so far. Includes descendants that have ended. */
export function processorSeconds(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? spentBy(name) : []));
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { id, parent } of all) if (family.has(parent)) family.add(id);
  }
  return all.reduce((sum, { id, ticks }) => sum + (family.has(id) ? ticks : 0), 0) / ticksASecond;
}

/** Returns the CPU time of a process and of its children that have ended. Returns an empty list if the process has ended. */
function spentBy(pid: string): readonly Spent[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Skips the program's name, because it may contain spaces and parentheses. After the name, the first field is the process's
    // state, and the second is its parent. The times begin with the twelfth field.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return [{ id: Number(pid), parent: fields[1] ?? 0, ticks }];
  } catch {
    // The process has ended since /proc was listed.
    return [];
  }
}
