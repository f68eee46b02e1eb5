/** Limits the CPU time of a process with a Linux control group, version 1 or 2 (man 7 cgroups). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Thrown if this machine does not allow CPU quotas. The message says why. */
export class NoQuota extends Error {}

export interface CpuGroup {
  /** Limits the whole group to this many cores (such as 0.25) from now on. */
  readonly limit: (cores: number) => void;
  /**
   * Returns the number of quota periods so far in which the group ran (`all`), and in how many of these periods the group was
   * throttled because it had reached its quota (`held`).
   */
  readonly periods: () => { readonly all: number; readonly held: number };
  /** Moves all processes out of the group, and removes the group. This also happens when this process exits. */
  readonly remove: () => void;
}

/** Length of a quota period in microseconds. Containers use the same length. */
const periodMicros = 100_000;

const root = '/sys/fs/cgroup';

/** Whether this machine uses version 1 of control groups, which has a separate hierarchy for the CPU. */
const isVersion1 = existsSync(join(root, 'cpu', 'cpu.cfs_quota_us'));
const parent = isVersion1 ? join(root, 'cpu') : root;

/**
 * Moves a process with its threads into a new group that has no limit yet. The group also includes children that the process
 * starts later.
 *
 * @throws NoQuota if this machine does not allow CPU quotas.
 */
export function cpuGroup(pid: number): CpuGroup {
  const folder = join(parent, `bench-${pid}`);
  const write = (file: string, value: number | string) => writeFileSync(join(folder, file), String(value));
  try {
    if (!isVersion1) writeFileSync(join(parent, 'cgroup.subtree_control'), '+cpu');
    mkdirSync(folder);
    write('cgroup.procs', pid);
    if (!existsSync(join(folder, isVersion1 ? 'cpu.cfs_quota_us' : 'cpu.max')))
      throw new Error(`${folder} has no quota`);
  } catch (error) {
    throw new NoQuota(`no CPU quota can be set here: ${(error as Error).message}`);
  }
  const remove = () => {
    process.off('exit', remove);
    // Repeats until the group is empty, because only an empty group can be removed, and its processes may have started children
    // in the meantime.
    for (let left = processesIn(folder); left.length > 0; left = processesIn(folder))
      for (const one of left) release(one);
    rmdirSync(folder);
  };
  process.on('exit', remove);
  return {
    limit: (cores) => {
      const micros = Math.round(cores * periodMicros);
      if (isVersion1) {
        write('cpu.cfs_period_us', periodMicros);
        write('cpu.cfs_quota_us', micros);
      } else write('cpu.max', `${micros} ${periodMicros}`);
    },
    periods: () => {
      const text = readFileSync(join(folder, 'cpu.stat'), 'utf8');
      const [all, held] = ['nr_periods', 'nr_throttled'].map((name) =>
        Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]),
      );
      return { all: all ?? 0, held: held ?? 0 };
    },
    remove,
  };
}

function processesIn(folder: string): readonly string[] {
  return readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
}

function release(pid: string): void {
  try {
    writeFileSync(join(parent, 'cgroup.procs'), pid);
  } catch (error) {
    // Ignores a process that has ended since the list was read.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
