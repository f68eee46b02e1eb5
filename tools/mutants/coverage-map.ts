/**
 * The map of which test file runs which site. It is made by one run of the test files of `npm test` and `npm run test:long` in an
 * instrumented copy of the tree, and kept in a file. Where only test files changed since, only those are run again.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { type CoverageMap, type CoveringTest, type Project, projects } from './coverage.ts';
import { instrumented, type Site } from './instrument.ts';
import { listOf, type Phase } from './recorder.ts';
import { repositoryFiles, root, type ScratchTree, scratchTree } from './scratch-tree.ts';

/** The folders that mistakes are made in. */
export const mutatedFolders: readonly string[] = [
  'form',
  'server/applications',
  'server/security',
  'server/evidence',
  'server/delivery',
  'server/jobs',
  'server/resume',
];

/** Files of them that are lists of words and nothing else. */
const wordLists: readonly string[] = ['form/lists/industry-words.ts', 'form/lists/naics-2022.ts'];

const isTest = (path: string) => path.includes('.test.');

/** The sources that mistakes are made in, by path from the root. */
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

/** A hash over everything that decides which sites a test runs, except the test files. */
export const hashOfSources = (): string =>
  hashOf(
    repositoryFiles().filter(
      (path) =>
        !isTest(path) && !/^(tools|docs|deploy|\.\w+)\/|^[^/]+\.md$|^(package|biome)\.json$/.test(path),
    ),
  );

/** A test file that may find mistakes. */
interface TestFile {
  readonly file: string;
  readonly project: Project;
  readonly hash: string;
}

/** Test files that read the sources or test tools: they cover none of the mutated code. */
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
  /** Whether it passes in an untouched tree: a file that fails there finds nothing. */
  readonly passed: boolean;
}

interface KeptMap {
  readonly sources: string;
  readonly sites: readonly Site[];
  readonly tests: readonly KeptTest[];
  /** How many test files there are, also those that it lacks. */
  readonly of: number;
}

const mapIn = (folder: string) => join(folder, 'map.json');

function keptMap(folder: string): KeptMap | undefined {
  return existsSync(mapIn(folder)) ? (JSON.parse(readFileSync(mapIn(folder), 'utf8')) as KeptMap) : undefined;
}

/** The files that import each file. */
function importersOf(files: readonly string[]): CoverageMap['importers'] {
  const importers: Record<string, string[]> = {};
  for (const file of files)
    for (const [, path = ''] of read(file).matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(file), path));
      importers[imported] = [...(importers[imported] ?? []), file];
    }
  return importers;
}

/** The sites of all mutated sources, in the order of their numbers. Writes the instrumented sources to a tree, if one is given. */
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

/** Replaces a text in a file of a tree; throws if the file does not have it. */
function replaceIn(tree: ScratchTree, path: string, from: string, to: string): void {
  const source = readFileSync(join(tree.folder, path), 'utf8');
  if (!source.includes(from)) throw new Error(`${path} has no ${from}`);
  writeFileSync(join(tree.folder, path), source.replace(from, to));
}

/** Makes every process of a tree record: Vitest's workers in their setup file, others as they load a mutated module. */
function recordIn(tree: ScratchTree, folder: string): void {
  const recorder = join(tree.folder, 'tools/mutants/recorder.ts');
  const start = join(tree.folder, 'tools/mutants/record-here.ts');
  const said = JSON.stringify(folder);
  writeFileSync(start, `import { record } from './recorder.ts';\nrecord(${said});\n`);
  const where = `${said}, ${JSON.stringify(tree.folder)}`;
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
  // Processes that read documents or print may open no files, not even the recorder's list.
  const free = "'--permission', '--allow-fs-read=*', '--allow-fs-write=*',";
  replaceIn(tree, 'server/processes/bounded-process.ts', "'--permission',", free);
  // Each file that needs a server starts one, and so runs what a start runs.
  replaceIn(tree, 'tests/support/kept-servers.ts', 'const mostKept = 2;', 'const mostKept = 0;');
}

const sitesOf = (folder: string, file: string, phase: Phase): readonly number[] => {
  const list = listOf(folder, file, phase);
  return existsSync(list) ? [...new Set(readFileSync(list, 'utf8').trim().split('\n').map(Number))] : [];
};

/** The longest that a whole map may take. */
const limitMillis = 6 * 3_600_000;

const byProject = <Test extends { readonly project: TestFile['project'] }>(tests: readonly Test[]) =>
  projects
    .map((project) => ({ project, tests: tests.filter((test) => test.project === project) }))
    .filter(({ tests }) => tests.length > 0);

/** The files that pass where nothing is changed. */
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

/** Runs test files in an instrumented tree, and those that fail in it once more in an untouched one. */
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
    if (outcome.files.length === 0) throw new Error(`The map was not made: ${outcome.output}`);
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

/** Test files that are recorded together; a map that is interrupted keeps what is done. */
const chunkSize = 40;

const chunksOf = (tests: readonly TestFile[]): readonly (readonly TestFile[])[] =>
  byProject(tests).flatMap(({ tests: own }) =>
    [...Map.groupBy(own.entries(), ([index]) => Math.floor(index / chunkSize)).values()].map((chunk) =>
      chunk.map(([, test]) => test),
    ),
  );

/**
 * Brings the map in `folder` up to date with the current sources: runs the test files that it lacks, or with names, those
 * whose path contains one.
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
    console.error(`Recording ${some.length} test files, ${missing.length} in all.`);
    tests.push(...(await recorded(some)));
    if (hashOfSources() !== sources) throw new Error('The sources were changed while the map was made.');
    writeFileSync(
      mapIn(folder),
      JSON.stringify({ sources, sites, tests, of: current.length } satisfies KeptMap),
    );
  }
  const failed = tests.filter(({ passed }) => !passed).map(({ file }) => file);
  console.error(`The map has ${tests.length} of ${current.length} test files.`);
  if (failed.length > 0)
    console.error(`These fail without a mistake and find nothing:\n${failed.join('\n')}`);
}

/** The kept map, and how many test files it lacks; undefined if there is none of the current sources. */
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

/** A hash over the test files of a map. */
export const hashOfTests = ({ tests }: CoverageMap): string => hashOf(tests.map(({ file }) => file).sort());
