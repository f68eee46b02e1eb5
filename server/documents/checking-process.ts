/**
 * Has one document checked by a process of its own, which ends with it: what a document breaks or takes over, no other
 * document and no part of the server shares (X20). The process gets the document and nothing else: no environment, no
 * open file, and of the disk only the code that runs.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { codeFolders, entryFile } from '../config/project-files.ts';
import type { DocumentCheck } from './check-document.ts';
import { readProcessUse } from './process-use.ts';
import { readCheck } from './written-check.ts';

export interface CheckingLimits {
  /** Milliseconds of processor time, the start of the process included. Counted on Linux only. */
  readonly processorMillis: number;
  /** Bytes of memory. Counted on Linux only. */
  readonly memory: number;
  /** Milliseconds by the clock, on every system. */
  readonly wallMillis: number;
}

/**
 * What one document may take (X20). The memory stays below 512 MB by what the process may take between two looks at it;
 * a 48-megapixel photo takes 330 MB. The clock leaves time for a machine that is busy with other things.
 */
export const checkingLimits: CheckingLimits = {
  processorMillis: 5_900,
  memory: 440 * 1_048_576,
  wallMillis: 20_000,
};

/** How often the process is looked at, in milliseconds: it can take some 30 MB in between. */
const lookMillis = 15;

/** More than is ever kept of a document. */
const longestOutput = 64 * 1_048_576;

/** Flags of Node for the process. Its permissions keep code that a document smuggles in from files and network. */
const flags = [
  '--max-old-space-size=96',
  ...(process.allowedNodeEnvironmentFlags.has('--permission')
    ? ['--permission', '--allow-addons', ...codeFolders.map((folder) => `--allow-fs-read=${folder}`)]
    : []),
];

export interface RunningCheck {
  /**
   * `unreadable` where the document took too long or too much, or broke the process. Rejects where no process could be
   * started, or it was stopped: then the document was not checked.
   */
  readonly outcome: Promise<DocumentCheck>;
  stop(): void;
}

/** Leaves the caller's bytes as they are. */
export function checkInProcess(bytes: Uint8Array, limits: CheckingLimits = checkingLimits): RunningCheck {
  const child = spawn(process.execPath, [...flags, entryFile('documents/document-worker')], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const kill = () => void child.kill('SIGKILL');
  const watch = setInterval(() => isBeyond(child.pid, limits) && kill(), lookMillis);
  const timer = setTimeout(kill, limits.wallMillis);
  let stopped = false;
  const outcome = outputOf(child, kill)
    .then((output) => {
      if (stopped) throw new Error('the check was stopped');
      return readCheck(output) ?? ({ ok: false, reason: 'unreadable' } as const);
    })
    .finally(() => {
      clearInterval(watch);
      clearTimeout(timer);
    });
  // A process that ended early reads no further; its outcome says why.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  return {
    outcome,
    stop() {
      stopped = true;
      kill();
    },
  };
}

function isBeyond(pid: number | undefined, { processorMillis, memory }: CheckingLimits): boolean {
  const use = pid === undefined ? undefined : readProcessUse(pid);
  return use !== undefined && (use.processorMillis > processorMillis || use.memory > memory);
}

/** What the process wrote before it ended by itself; nothing where it was ended. Rejects where it did not start. */
function outputOf(child: ChildProcessByStdio<Writable, Readable, null>, kill: () => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (part: Buffer) => {
      length += part.length;
      if (length > longestOutput) kill();
      else parts.push(part);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : Buffer.alloc(0)));
  });
}
