/**
 * Maps each test file to the sites in the sources that its tests execute (a site is a statement or branch; see `instrument.ts`).
 * Runs the test files of `npm test` and `npm run test:long` once in an instrumented copy of the repository, and stores the map in
 * a file. If only test files have changed since then, runs only the changed ones.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { type CoverageMap, type CoveringTest, type Project, projects } from './coverage.ts';
import { instrumented, type Site } from './instrument.ts';
import { listOf, type Phase } from './recorder.ts';
import { repositoryFiles, root, type ScratchTree, scratchTree } from './scratch-tree.ts';

/** The folders with the sources that `npm run mutants` mutates. */
const mutatedFolders: readonly string[] = [
  'form',
  'server/applications',
  'server/security',
  'server/sessions',
  'server/evidence',
  'server/delivery',
  'server/jobs',
  'server/resume',
];

/** Files in `mutatedFolders` that contain only lists of words. They are not mutated. */
const wordLists: readonly string[] = ['form/lists/industry-words.ts', 'form/lists/naics-2022.ts'];

const isTest = (path: string) => path.includes('.test.');

/** Returns the paths of the sources that are mutated, relative to the root of the repository. */
export const mutatedFiles = (): readonly string[] =>
  repositoryFiles().filter(
    (path) =>
      path.endsWith('.ts') &&
      !isTest(path) &&
      !wordLists.includes(path) &&
      mutatedFolders.some((folder) => path.startsWith(`${folder}/`)),
  );

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const hashOf = (paths: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
};

/** Returns a hash of the files that determine which sites a test executes. Leaves out the test files themselves. */
export const hashOfSources = (): string =>
  hashOf(
    repositoryFiles().filter(
      (path) =>
        !isTest(path) && !/^(tools|docs|deploy|\.\w+)\/|^[^/]+\.md$|^(package|biome)\.json$/.test(path),
    ),
  );

/** A test file that can find mutants. */
interface TestFile {
  readonly file: string;
  readonly project: Project;
  readonly hash: string;
}

/** Returns true for test files that only read the sources or that test the tools. They do not execute mutated code. */
const isAboutSources = (path: string) => /^(tests\/docs|scripts|tools)\//.test(path);

function testFiles(): readonly TestFile[] {
  const listed = execFileSync(
    join(root, 'node_modules/.bin/vitest'),
    ['list', '--filesOnly', '--json', ...projects.flatMap((project) => ['--project', project])],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  );
  const rows = JSON.parse(listed.slice(listed.indexOf('['))) as {
    readonly file: string;
    readonly projectName: TestFile['project'];
  }[];
  return rows
    .map(({ file, projectName }) => ({ file: relative(root, file), project: projectName }))
    .filter(({ file }) => !isAboutSources(file))
    .map((test) => ({ ...test, hash: hashOf([test.file]) }));
}

interface KeptTest extends CoveringTest {
  readonly hash: string;
  /** Whether the file passes in an unchanged tree. If it fails there, its failure says nothing about a mutant. */
  readonly passed: boolean;
}

interface KeptMap {
  readonly sources: string;
  readonly sites: readonly Site[];
  readonly tests: readonly KeptTest[];
  /** Number of all test files, including those that are missing from the map. */
  readonly of: number;
}

const mapIn = (folder: string) => join(folder, 'map.json');

function keptMap(folder: string): KeptMap | undefined {
  return existsSync(mapIn(folder)) ? (JSON.parse(readFileSync(mapIn(folder), 'utf8')) as KeptMap) : undefined;
}

/** Returns a record that lists, for each file, the files that import it. */
function importersOf(files: readonly string[]): CoverageMap['importers'] {
  const importers: Record<string, string[]> = {};
  for (const file of files)
    for (const [, path = ''] of read(file).matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(file), path));
      importers[imported] = [...(importers[imported] ?? []), file];
    }
  return importers;
}

/**
 * Returns the sites of all mutated sources, in the order of their numbers. If `tree` is passed, writes the instrumented sources
 * into it.
 */
function instrumentAll(tree?: ScratchTree): readonly Site[] {
  const sites: Site[] = [];
  for (const file of mutatedFiles()) {
    const made = instrumented(file, read(file), sites.length);
    sites.push(...made.sites);
    if (tree) writeFileSync(join(tree.folder, file), made.source);
  }
  return sites;
}

const prepend = (tree: ScratchTree, path: string, text: string) =>
  writeFileSync(join(tree.folder, path), text + readFileSync(join(tree.folder, path), 'utf8'));

/** Replaces a text in a file of a tree. Throws if the file does not contain the text. */
function replaceIn(tree: ScratchTree, path: string, from: string, to: string): void {
  const source = readFileSync(join(tree.folder, path), 'utf8');
  if (!source.includes(from)) throw new Error(`${path} has no ${from}`);
  writeFileSync(join(tree.folder, path), source.replace(from, to));
}

/**
 * Changes a tree so that its processes record the sites that they execute. Vitest's workers begin to record in their setup file,
 * other processes when they load a mutated module of the server.
 */
function recordIn(tree: ScratchTree, folder: string): void {
  const recorder = join(tree.folder, 'tools/mutants/recorder.ts');
  const start = join(tree.folder, 'tools/mutants/record-here.ts');
  const json = JSON.stringify(folder);
  writeFileSync(start, `import { record } from './recorder.ts';\nrecord(${json});\n`);
  const where = `${json}, ${JSON.stringify(tree.folder)}`;
  const begin = [
    "import { beforeAll as beforeTests } from 'vitest';",
    `import { recordTestFile } from ${JSON.stringify(recorder)};`,
    `import { recordPages } from ${JSON.stringify(join(tree.folder, 'tools/mutants/page-recorder.ts'))};`,
    `if (recordTestFile(${where}, 'loads').startsWith('tests/browser/')) recordPages();`,
    `beforeTests(() => void recordTestFile(${where}, 'hits'));\n`,
  ].join('\n');
  prepend(tree, 'tests/support/check-left-behind.ts', begin);
  const entries = mutatedFiles().filter((file) => file.startsWith('server/'));
  for (const entry of entries) {
    const path = relative(dirname(join(tree.folder, entry)), start);
    prepend(tree, entry, `import '${path.startsWith('.') ? path : `./${path}`}';`);
  }
  // Lifts the file restrictions of the processes that check documents or print agreements, because these processes must write the
  // recorder's files.
  const free = "'--permission', '--allow-fs-read=*', '--allow-fs-write=*',";
  replaceIn(tree, 'server/processes/bounded-process.ts', "'--permission',", free);
  // Turns off the reuse of servers, so that each test file that needs a server records the code that runs when a server starts.
  replaceIn(tree, 'tests/support/kept-servers.ts', 'const mostKept = 2;', 'const mostKept = 0;');
}

const sitesOf = (folder: string, file: string, phase: Phase): readonly number[] => {
  const list = listOf(folder, file, phase);
  return existsSync(list) ? [...new Set(readFileSync(list, 'utf8').trim().split('\n').map(Number))] : [];
};

/** Time limit for a run of the test files, in milliseconds. */
const limitMillis = 6 * 3_600_000;

const byProject = <Test extends { readonly project: TestFile['project'] }>(tests: readonly Test[]) =>
  projects
    .map((project) => ({ project, tests: tests.filter((test) => test.project === project) }))
    .filter(({ tests }) => tests.length > 0);

/** Returns the test files that pass in an unchanged tree. */
async function passingUntouched(tests: readonly TestFile[]): Promise<readonly string[]> {
  if (tests.length === 0) return [];
  const tree = scratchTree();
  const passed: string[] = [];
  for (const { project, tests: own } of byProject(tests)) {
    const files = own.map(({ file }) => file);
    const outcome = await tree.run({ project, files, limitMillis, all: true, workers: 2 });
    passed.push(...outcome.files.filter((result) => result.passed).map(({ file }) => file));
  }
  tree.remove();
  return passed;
}

/**
 * Runs test files in an instrumented tree, and returns the sites that each test file executes. Runs failed test files again in an
 * unchanged tree, to find out whether only the instrumentation made them fail.
 */
async function recorded(tests: readonly TestFile[]): Promise<readonly KeptTest[]> {
  const tree = scratchTree();
  instrumentAll(tree);
  const hits = join(tree.folder, '..', 'hits');
  mkdirSync(hits);
  recordIn(tree, hits);
  const kept: KeptTest[] = [];
  for (const { project, tests: own } of byProject(tests)) {
    const files = own.map(({ file }) => file);
    const outcome = await tree.run({ project, files, limitMillis, all: true, workers: 2 });
    if (outcome.files.length === 0) throw new Error(`Recording failed: ${outcome.output}`);
    for (const { file, passed, millis } of outcome.files) {
      const test = own.find((each) => each.file === file);
      const sites = sitesOf(hits, file, 'hits');
      const loads = sitesOf(hits, file, 'loads');
      if (test) kept.push({ ...test, passed, millis, sites, loads });
    }
  }
  const passing = await passingUntouched(kept.filter(({ passed }) => !passed));
  tree.remove();
  return kept.map((test) => ({ ...test, passed: test.passed || passing.includes(test.file) }));
}

/**
 * Number of test files that are recorded together. The results are stored after each group, so an interruption loses the results
 * of only one group.
 */
const chunkSize = 40;

const chunksOf = (tests: readonly TestFile[]): readonly (readonly TestFile[])[] =>
  byProject(tests).flatMap(({ tests: own }) =>
    [...Map.groupBy(own.entries(), ([index]) => Math.floor(index / chunkSize)).values()].map((chunk) =>
      chunk.map(([, test]) => test),
    ),
  );

/**
 * Updates the map in `folder` for the current sources. Runs the test files that the map lacks. If `names` is not empty, runs only
 * test files whose path contains one of the names.
 */
export async function makeMap(folder: string, names: readonly string[]): Promise<void> {
  const sources = hashOfSources();
  const before = keptMap(folder);
  const current = testFiles();
  const isCurrent = (kept: KeptTest) =>
    current.some(({ file, hash }) => file === kept.file && hash === kept.hash);
  const kept = before?.sources === sources ? before.tests.filter(isCurrent) : [];
  const missing = current
    .filter(({ file }) => !kept.some((test) => test.file === file))
    .filter(({ file }) => names.length === 0 || names.some((name) => file.includes(name)));
  const sites = instrumentAll();
  const tests = [...kept];
  mkdirSync(folder, { recursive: true });
  for (const some of chunksOf(missing)) {
    console.error(`Recording the next ${some.length} of ${missing.length} test files.`);
    tests.push(...(await recorded(some)));
    if (hashOfSources() !== sources) throw new Error('The sources changed while the map was being recorded.');
    writeFileSync(
      mapIn(folder),
      JSON.stringify({ sources, sites, tests, of: current.length } satisfies KeptMap),
    );
  }
  const failed = tests.filter(({ passed }) => !passed).map(({ file }) => file);
  console.error(`The map covers ${tests.length} of ${current.length} test files.`);
  if (failed.length > 0)
    console.error(
      `These test files fail in an unchanged tree, so they cannot find mutants:\n${failed.join('\n')}`,
    );
}

/**
 * Returns the stored map with the passing test files of the `chosen` projects, and the number of test files that the stored map
 * lacks (`lacks`). Returns undefined if there is no map of the current sources.
 */
export function readMap(
  folder: string,
  chosen: readonly string[] = projects,
): (CoverageMap & { readonly lacks: number }) | undefined {
  const kept = keptMap(folder);
  if (kept?.sources !== hashOfSources()) return undefined;
  return {
    sites: kept.sites,
    tests: kept.tests.filter(({ passed, project }) => passed && chosen.includes(project)),
    lacks: kept.of - kept.tests.length,
    importers: importersOf(mutatedFiles()),
  };
}

/** Returns a hash that identifies the test files of a map. */
export const hashOfTests = ({ tests }: CoverageMap): string => hashOf(tests.map(({ file }) => file).sort());
