/** For benches on Linux: the processor time of a process and its descendants. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports it to programs in hundredths of a second, whatever its own clock (man 5 proc, USER_HZ). */
const ticksASecond = 100;

interface Spent {
  readonly id: number;
  readonly parent: number;
  readonly ticks: number;
}

/** Returns the processor seconds of a process and its descendants so far, ended ones included; 0 on other systems. */
export function processorSeconds(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? spentBy(name) : []));
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { id, parent } of all) if (family.has(parent)) family.add(id);
  }
  return all.reduce((sum, { id, ticks }) => sum + (family.has(id) ? ticks : 0), 0) / ticksASecond;
}

/** Returns its own time, and that of its ended children. */
function spentBy(pid: string): readonly Spent[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the program's name, which may contain anything, come the state, the parent, and from the twelfth field on the times.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
    return [{ id: Number(pid), parent: fields[1] ?? 0, ticks }];
  } catch {
    // The process has ended since it was listed.
    return [];
  }
}
