/**
 * Decides which tests to run after a change. Vitest itself finds the unit tests that import a changed file, so this module adds
 * only the other tests.
 */

/** A browser test file: its path, relative to the root of the repository, and its content. */
export interface BrowserTest {
  readonly path: string;
  readonly text: string;
}

export interface Affected {
  /**
   * The unit tests to run. If `all` is false, these are the tests that import a changed file, and the tests in `files`, which
   * read the repository's files without importing them.
   */
  readonly unit: { readonly all: boolean; readonly files: readonly string[]; readonly why: string };
  readonly browser: { readonly files: readonly string[]; readonly why: string };
}

/** Browser tests that together fill in the whole application. They run after every change to the page or the server. */
const journeys: readonly string[] = [
  'tests/browser/whole-application.test.ts',
  'tests/browser/ways.thorough.test.ts',
  'tests/browser/accessibility.test.ts',
];

/** The only test that starts `npm run dev`. */
const development = 'tests/browser/development.thorough.test.ts';
const isDevScript = (path: string) => /^scripts\/dev(-\w+)?\.ts$/.test(path);

const isUnitTest = (path: string) => path.endsWith('.test.ts') && !path.startsWith('tests/browser/');
const isPage = (path: string) => path.endsWith('.md') && !path.startsWith('programs/');

/** Tests that read the whole repository. */
const readers = ['tests/docs/citations', 'tests/docs/house', 'tests/docs/pages'];

/** Returns true for files that the server reads when it starts and that no module imports. */
const isReadAtStart = (path: string) => /^programs\/|\.sql$/.test(path);

/**
 * Returns true for files that can affect every screen: shared code of the page, code that creates the data for the page, code
 * that the tests share, and configuration.
 */
const isOnEveryScreen = (path: string) =>
  /^(web\/(?!screens\/|inputs\/)|form\/|copy\/|api\/|programs\/|server\/(page|http|applications)\/|tests\/support\/|[^/]+\.(json|ts)$)/.test(
    path,
  );

/** Returns the words in a screen's or input's file name that say what it is about, such as `money` for `money-input.tsx`. */
function subjectsOf(path: string): string[] {
  if (!/^web\/(screens|inputs)\//.test(path)) return [];
  const [name = ''] = (path.split('/').at(-1) ?? '').split('.');
  return name
    .split('-')
    .filter((word) => word.length > 3 && !/^(screen|input|field|with|form)s?$/.test(word));
}

function inBrowser(changed: readonly string[], tests: readonly BrowserTest[]): Affected['browser'] {
  const all = tests.map(({ path }) => path);
  const whole = changed.find(isOnEveryScreen);
  if (whole !== undefined) return { files: all, why: `all, because ${whole} can affect any screen` };
  const ofScreens = changed.filter((path) => /^web\/(screens|inputs)\//.test(path));
  const vague = ofScreens.find((path) => subjectsOf(path).length === 0);
  if (vague !== undefined) return { files: all, why: `all, because ${vague} can affect any screen` };
  const subjects = [...new Set(ofScreens.flatMap(subjectsOf))];
  const isAbout = ({ path, text }: BrowserTest) =>
    subjects.some((subject) => `${path}${text}`.toLowerCase().includes(subject));
  const isJourney = ({ path }: BrowserTest) =>
    journeys.includes(path) && changed.some((one) => /^(web|server)\//.test(one));
  const startsIt = ({ path }: BrowserTest) => path === development && changed.some(isDevScript);
  const chosen = tests.filter(
    (test) => changed.includes(test.path) || isAbout(test) || isJourney(test) || startsIt(test),
  );
  if (chosen.length === 0) return { files: [], why: 'none, because neither the page nor the server changed' };
  const files = chosen.map(({ path }) => path);
  const about = subjects.length > 0 ? `, and tests about ${subjects.join(', ')}` : '';
  return { files, why: `${files.length} of ${all.length}: changed tests, whole journeys${about}` };
}

/** Returns the tests to run for changed files. Paths are relative to the root of the repository. */
export function affectedBy(changed: readonly string[], tests: readonly BrowserTest[]): Affected {
  const read = changed.find(isReadAtStart);
  const files = changed.some(isPage) ? ['tests/docs'] : readers;
  const unit =
    read === undefined
      ? { all: false, files, why: `tests that import a changed file, and ${files.join(', ')}` }
      : { all: true, files: [], why: `all, because the server reads ${read} when it starts` };
  const relevant = changed.filter((path) => !isUnitTest(path) && !isPage(path));
  return { unit, browser: inBrowser(relevant, tests) };
}
