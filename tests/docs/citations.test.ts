/**
 * Tests that everything that code and pages cite exists in this repository. Examples of citations are a decision (D17), a row of
 * docs/figures.md (X4), "spec section 5", "design brief, section 1.6", a page by its path, a heading of a page (docs/api.md,
 * "Headers"), and a link with its anchor (H2).
 */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, read, root } from '../support/repository.ts';

/** Every Markdown page except the agreements, which cite only themselves. */
const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('programs/'));
const sources = files.filter((file) => /\.(ts|tsx|css|sql|py)$/.test(file));

/** Returns a source file's comments, test titles, and names of test cases that cite a decision, each joined to one line. */
function proseOf(source: string): string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*(?:\/\/|--|#) .*\n?)+|[;,{(]\s*\/\/ .*$/gm) ?? [];
  const titles =
    source.match(/(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)\s*,/g) ?? [];
  const cases = source.match(/'[^'\n]*\(D\d[^'\n]*'/g) ?? [];
  return [...comments, ...titles, ...cases].map((text) =>
    text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#)?\s*/g, ' '),
  );
}

/** Returns the paragraphs of a page, each on one line, without code blocks. */
const paragraphsOf = (page: string): string[] =>
  page
    .replace(/^```[\s\S]*?^```/gm, '')
    .split(/\n\n|\n(?=[|#-])/)
    .map((text) => text.replace(/\n/g, ' '));

/** All texts that may contain citations, each with its file. */
const prose: readonly { readonly file: string; readonly text: string }[] = [
  ...sources.flatMap((file) => proseOf(read(file)).map((text) => ({ file, text }))),
  ...pages.flatMap((file) => paragraphsOf(read(file)).map((text) => ({ file, text }))),
];

/** Returns the text that the first group of a pattern captures in each match. `at` is "file: captured text". */
function found(pattern: RegExp, among = prose): { readonly at: string; readonly cited: string }[] {
  return among.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([, cited = '']) => ({ at: `${file}: ${cited}`, cited })),
  );
}

/** Returns the numbers in a list such as "3 and 4" or "2, 3, 5 and 8". */
const numbersIn = (list: string): string[] => list.match(/\d+(?:\.\d+)*/g) ?? [];

/** Returns the citations of something that doesn't exist. */
const broken = (citations: ReturnType<typeof found>, isThere: (cited: string) => boolean): string[] =>
  citations.filter(({ cited }) => !isThere(cited)).map(({ at }) => at);

/** Returns the headings of a page, without number signs. */
const headingsOf = (page: string): string[] =>
  [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** Returns the numbers with which a page's headings begin. */
const numberedIn = (page: string): string[] =>
  headingsOf(read(page)).flatMap((heading) => /^(\d+(?:\.\d+)*)\.? /.exec(heading)?.[1] ?? []);

const decisionPages = files.filter((file) => /^docs\/decisions\/.+\.md$/.test(file));
/**
 * The numbers of all decisions, taken from headings: "# D38: …" on the page of one decision, "## D7: …" on a page with several.
 */
const decisions = decisionPages.flatMap((file) =>
  headingsOf(read(file)).flatMap((heading) => /^(D\d+): /.exec(heading)?.[1] ?? []),
);
const rows = [...read('docs/figures.md').matchAll(/^\| ([PSFXAUH]\d+) \|/gm)].map(([, id = '']) => id);

describe('a citation', () => {
  test('of a decision has the number of exactly one page or heading', () => {
    const citations = found(/\b(D\d{1,3})\b/g);
    expect(citations.length).toBeGreaterThan(500);
    expect(broken(citations, (id) => decisions.includes(id))).toEqual([]);
    expect(new Set(decisions).size).toBe(decisions.length);
  });

  test('of a demand has the number of a row in docs/figures.md', () => {
    const citations = found(/\b([PSFXAUH]\d{1,3})\b/g);
    expect(citations.length).toBeGreaterThan(100);
    expect(broken(citations, (id) => rows.includes(id))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('in a benchmark or fault script has the number of a row in docs/figures.md', () => {
    const measured = sources.flatMap((file) => [...read(file).matchAll(/^ {2}name: '([A-Z]\d+)',$/gm)]);
    expect(measured.length).toBeGreaterThan(5);
    expect(measured.map(([, id = '']) => id).filter((id) => !rows.includes(id))).toEqual([]);
  });

  test('of a section of the specification has the number of a heading', () => {
    const lists = found(/\bspec(?:ification)?(?:[’']s)?,? sections? ((?:\d+(?:, | and |–)?)+)/g);
    const citations = lists.flatMap(({ at, cited }) =>
      numbersIn(cited).map((number) => ({ at, cited: number })),
    );
    expect(citations.length).toBeGreaterThan(40);
    expect(broken(citations, (number) => numberedIn('docs/specification.md').includes(number))).toEqual([]);
  });

  test('of a section in docs/design.md has the number of a heading', () => {
    const citations = found(/\bdesign brief, section (\d+(?:\.\d+)?)/g);
    expect(citations.length).toBeGreaterThan(10);
    expect(broken(citations, (number) => numberedIn('docs/design.md').includes(number))).toEqual([]);
  });

  test('of a heading names a heading of that page', () => {
    const citations = found(/\b(docs\/[\w./-]+\.md, "[^"]+)"/g);
    expect(citations.length).toBeGreaterThan(30);
    const isHeading = (citation: string) => {
      const [page = '', heading = ''] = citation.split(', "');
      return headingsOf(read(page)).includes(heading);
    };
    expect(broken(citations, isHeading)).toEqual([]);
  });

  test('of a page in a comment names an existing page', () => {
    const comments = prose.filter(({ file }) => sources.includes(file));
    expect(broken(found(/`?([\w./-]+\.md)\b/g, comments), (page) => existsSync(join(root, page)))).toEqual(
      [],
    );
  });

  test('says in code which page it means', () => {
    const comments = prose.filter(
      ({ file }) => sources.includes(file) && file !== 'tests/docs/citations.test.ts',
    );
    const vague = [
      /((?:^|[(.*;])\s*sections? \d+)/gi,
      /(\bdesign brief(?!, section \d).{0,20})/g,
      /(\(design[,:].{0,20})/g,
      /((?<=[(,] ?)api[),:])/g,
      /(\(architecture\b)/g,
      /(\bissue #?\d+)/g,
    ];
    expect(vague.flatMap((pattern) => found(pattern, comments)).map(({ at }) => at)).toEqual([]);
  });
});

describe('the index of the decisions', () => {
  const index = read('docs/decisions/README.md');
  const rows = [...index.matchAll(/^\| ((?:D\d+[–, ]*)+) \| \[[^\]]+\]\(([^)]*)\)/gm)];

  /** Returns the numbers of the decisions in a table cell such as "D1–D9, D45". */
  const numbersOf = (cell: string): string[] =>
    cell.split(', ').flatMap((part) => {
      const [first = 0, last = first] = (part.match(/\d+/g) ?? []).map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => `D${first + index}`);
    });

  test('links to every page', () => {
    const paths = decisionPages.filter((path) => basename(path) !== 'README.md');
    expect(paths.filter((path) => !index.includes(`](${basename(path)}`))).toEqual([]);
  });

  test('names the right page for each number', () => {
    const listed = rows.flatMap(([, cell = '', page = '']) =>
      numbersOf(cell).map((number) => ({ number, page: page.replace(/^#.*$/, 'README.md') })),
    );
    expect(listed.map(({ number }) => number).toSorted()).toEqual(decisions.toSorted());
    const wrong = listed.filter(
      ({ number, page }) =>
        !headingsOf(read(`docs/decisions/${page}`)).some((one) => one.startsWith(`${number}: `)),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a link of a page', () => {
  /** Returns the anchor of a heading: the heading in lowercase, without punctuation, and with hyphens in place of spaces. */
  const anchorOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');

  /** Returns the links on a page to files of the repository, each as [path from the root, anchor]. */
  function linksOf(page: string): (readonly [path: string, anchor: string])[] {
    const prose = read(page)
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`\n]*`/g, '');
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => {
        const [path = '', anchor = ''] = target.split('#');
        return [path === '' ? page : join(dirname(page), path), anchor] as const;
      });
  }

  test.each(pages)('in %s goes to a file, and to a heading of this file', (page) => {
    const lost = linksOf(page).filter(([path, anchor]) => {
      if (!existsSync(join(root, path))) return true;
      return anchor !== '' && !headingsOf(read(path)).map(anchorOf).includes(anchor);
    });
    expect(lost).toEqual([]);
  });
});
