/** Limits a process to a share of a processor by a Linux control group, of version 1 or 2 (man 7 cgroups). */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Explains why no quota can be set on this machine. */
export class NoQuota extends Error {}

export interface CpuGroup {
  /** Limits the whole group to this many cores, such as 0.25, from now on. */
  readonly limit: (cores: number) => void;
  /** Returns the periods in which the group ran so far, and the number of those in which it exhausted its quota and waited. */
  readonly periods: () => { readonly all: number; readonly held: number };
  /** Releases all processes of the group, and removes it. This also happens when this process exits. */
  readonly remove: () => void;
}

/** The period that containers have, in microseconds. */
const periodMicros = 100_000;

const root = '/sys/fs/cgroup';

/** Version 1 mounts a separate hierarchy for the processor. */
const isVersion1 = existsSync(join(root, 'cpu', 'cpu.cfs_quota_us'));
const parent = isVersion1 ? join(root, 'cpu') : root;

/**
 * Puts a process with its threads, and the children that it starts from now on, into a new group, without a limit yet.
 *
 * @throws NoQuota if this machine does not allow it
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
    // Only an empty group can be removed, and a child may start meanwhile.
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
    // The process may have ended since it was listed.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
