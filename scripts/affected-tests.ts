/**
 * Which tests a change can affect. Without a browser Vitest follows the imports by itself; here is what they do not
 * show: files that are read, and the page, which tests meet in a browser only.
 */

/** A test file of the browser: its path from the root, and what is written in it. */
export interface BrowserTest {
  readonly path: string;
  readonly text: string;
}

export interface Affected {
  /** All tests without a browser; or those that import what changed, and `files`, which read what they check. */
  readonly unit: { readonly all: boolean; readonly files: readonly string[]; readonly why: string };
  /** Files of the browser's tests. */
  readonly browser: { readonly files: readonly string[]; readonly why: string };
}

/** Tests that between them go the whole way; they stand for all where what changed is behind the API. */
const journeys: readonly string[] = [
  'tests/browser/whole-application.test.ts',
  'tests/browser/ways.thorough.test.ts',
  'tests/browser/accessibility.test.ts',
];

/** `npm run dev` is started by one test, whichever of its files changed. */
const development = 'tests/browser/development.thorough.test.ts';
const isOfDevelopment = (path: string) => /^scripts\/dev(-\w+)?\.ts$/.test(path);

const isUnitTest = (path: string) => path.endsWith('.test.ts') && !path.startsWith('tests/browser/');
const isPage = (path: string) => path.endsWith('.md') && !path.startsWith('programs/');

/** These read the whole repository. */
const readers = ['tests/docs/citations', 'tests/docs/house', 'tests/docs/pages'];

/** Read when a server starts, imported by nothing. */
const isReadAtStart = (path: string) => /^programs\/|\.sql$/.test(path);

/** Part of the page, or of what the page is told, whatever its screen. */
const isEverywhere = (path: string) =>
  /^(web\/(?!screens\/|inputs\/)|form\/|copy\/|api\/|programs\/|server\/(page|http|applications)\/|tests\/support\/|[^/]+\.(json|ts)$)/.test(
    path,
  );

/** What a screen or an input is about, read off its name: `money-input.tsx` → money. */
function subjectsOf(path: string): string[] {
  if (!/^web\/(screens|inputs)\//.test(path)) return [];
  const [name = ''] = (path.split('/').at(-1) ?? '').split('.');
  return name
    .split('-')
    .filter((word) => word.length > 3 && !/^(screen|input|field|with|form)s?$/.test(word));
}

function inBrowser(changed: readonly string[], tests: readonly BrowserTest[]): Affected['browser'] {
  const all = tests.map(({ path }) => path);
  const whole = changed.find(isEverywhere);
  if (whole !== undefined) return { files: all, why: `all, for ${whole} can show on any screen` };
  const ofScreens = changed.filter((path) => /^web\/(screens|inputs)\//.test(path));
  const vague = ofScreens.find((path) => subjectsOf(path).length === 0);
  if (vague !== undefined) return { files: all, why: `all, for ${vague} can show on any screen` };
  const subjects = [...new Set(ofScreens.flatMap(subjectsOf))];
  const isAbout = ({ path, text }: BrowserTest) =>
    subjects.some((subject) => `${path}${text}`.toLowerCase().includes(subject));
  const isOnTheWay = ({ path }: BrowserTest) =>
    journeys.includes(path) && changed.some((one) => /^(web|server)\//.test(one));
  const startsIt = ({ path }: BrowserTest) => path === development && changed.some(isOfDevelopment);
  const chosen = tests.filter(
    (test) => changed.includes(test.path) || isAbout(test) || isOnTheWay(test) || startsIt(test),
  );
  if (chosen.length === 0) return { files: [], why: 'none, neither page nor server changed' };
  const files = chosen.map(({ path }) => path);
  const about = subjects.length > 0 ? ` and those about ${subjects.join(', ')}` : '';
  return { files, why: `${files.length} of ${all.length}: changed ones, whole journeys${about}` };
}

/** What to run for these files, each by its path from the root. */
export function affectedBy(changed: readonly string[], tests: readonly BrowserTest[]): Affected {
  const read = changed.find(isReadAtStart);
  const files = changed.some(isPage) ? ['tests/docs'] : readers;
  const unit =
    read === undefined
      ? { all: false, files, why: `what imports a changed file, and ${files.join(', ')}` }
      : { all: true, files: [], why: `all, for ${read} is read when a server starts` };
  const relevant = changed.filter((path) => !isUnitTest(path) && !isPage(path));
  return { unit, browser: inBrowser(relevant, tests) };
}
