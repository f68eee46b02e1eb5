/** Copies the repository into temporary folders, in which `npm run mutants` adds mistakes to the code and runs tests. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import type { Project } from './coverage.ts';

export const root = join(import.meta.dirname, '../..');

/** Returns the paths of all files of the repository, including uncommitted ones, relative to its root. */
export const repositoryFiles = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));

export interface ScratchTree {
  readonly folder: string;
  /** Runs test files of one project. Stops at the first failure unless `all` is set. */
  readonly run: (tests: TestRun) => Promise<TestOutcome>;
  /** Resolves to whether the type check of a room (a top-level source folder such as `form`) passes. */
  readonly hasTypes: (room: string) => Promise<boolean>;
  readonly remove: () => void;
}

interface TestRun {
  readonly project: Project;
  readonly files: readonly string[];
  /** Time limit of the run, in milliseconds. */
  readonly limitMillis: number;
  /** If set, the run continues after a failure. */
  readonly all?: true;
  readonly workers: number;
}

interface FileResult {
  /** Path of the test file, relative to the root. */
  readonly file: string;
  readonly passed: boolean;
  /** Whether a test or hook of this file failed. */
  readonly failed: boolean;
  /** Duration of the file's tests in milliseconds. */
  readonly millis: number;
}

export interface TestOutcome {
  /** How the run ended. `late`: it reached its time limit. `ended`: it stopped before it wrote its report. */
  readonly end: 'passed' | 'failed' | 'late' | 'ended';
  readonly files: readonly FileResult[];
  /** The last part of the run's output. */
  readonly output: string;
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

type ReportedFile = Report['testResults'][number];

/** Returns whether a file itself failed, and was not just stopped because another file failed. */
const hasFailure = ({ message, assertionResults }: ReportedFile) =>
  message !== '' || assertionResults.some(({ status }) => status === 'failed');

/** Kills a process and all processes of its group. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

const running = new Set<number>();
process.on('exit', () => running.forEach(endGroup));

/** Runs a program in its own process group. The status is null if the program was killed. */
async function runIn(
  cwd: string,
  [program = '', ...args]: readonly string[],
  limitMillis: number,
): Promise<{ readonly status: number | null; readonly output: string }> {
  const log = join(cwd, '..', 'output.log');
  const output = createWriteStream(log);
  await once(output, 'open');
  const PATH = [join(cwd, 'node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(
    delimiter,
  );
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH, SEED: '1', CI: '' },
  });
  if (child.pid !== undefined) running.add(child.pid);
  const limit = setTimeout(() => endGroup(child.pid), limitMillis);
  const [status] = (await once(child, 'exit')) as [number | null];
  clearTimeout(limit);
  endGroup(child.pid);
  if (child.pid !== undefined) running.delete(child.pid);
  output.close();
  return { status, output: (await readFile(log, 'utf8')).slice(-4_000) };
}

async function readReport(path: string): Promise<Report | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

function endOf(status: number | null, results: readonly FileResult[]): TestOutcome['end'] {
  if (status === null) return 'late';
  if (results.length === 0) return 'ended';
  return status === 0 ? 'passed' : 'failed';
}

const resultOf = (reported: ReportedFile, folder: string): FileResult => ({
  file: relative(folder, reported.name),
  passed: reported.status === 'passed',
  failed: hasFailure(reported),
  millis: Math.max(1, Math.round(reported.endTime - reported.startTime)),
});

/** Copies the repository with its build output, so that tests rebuild only the parts that a mutant changes. */
export function scratchTree(files = repositoryFiles()): ScratchTree {
  const own = mkdtempSync(join(tmpdir(), 'mutants-'));
  const folder = join(own, 'tree');
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  if (existsSync(join(root, 'dist'))) cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const remove = () => rmSync(own, { recursive: true, force: true });
  process.on('exit', remove);

  return {
    folder,
    remove,
    async run({ project, files, limitMillis, all, workers }) {
      const outputFile = join(own, 'report.json');
      rmSync(outputFile, { force: true });
      const flags = ['--reporter=json', `--outputFile=${outputFile}`, `--maxWorkers=${workers}`];
      const { status, output } = await runIn(
        folder,
        [process.execPath, 'scripts/test.ts', project, ...files, ...flags, ...(all ? [] : ['--bail=1'])],
        limitMillis,
      );
      const report = await readReport(outputFile);
      const results = (report?.testResults ?? []).map((each) => resultOf(each, folder));
      return { end: endOf(status, results), files: results, output };
    },
    async hasTypes(room) {
      const kept = ['--incremental', '--tsBuildInfoFile', join(own, 'types', room)];
      const { status } = await runIn(folder, ['tsc', '-p', room, ...kept], 600_000);
      return status === 0;
    },
  };
}
