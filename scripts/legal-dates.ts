/** Reads the dates by which the sources of our legal wording must be checked again (D60). */

/** The documentation page whose table lists the sources of our legal wording. */
export const legalPage = 'docs/decisions/D60-wording-that-the-law-fixes.md';

/** A source of law, the duty that it puts on us, and the dates (YYYY-MM-DD) of its last check and its next one. */
export interface LegalSource {
  readonly source: string;
  readonly duty: string;
  readonly checked: string;
  readonly reviewBy: string;
}

const warningDays = 90;

/** Returns the rows of the page's table of sources. */
export function legalSources(page: string): readonly LegalSource[] {
  const [, table = ''] = page.split('\n## Sources, and when to check them again\n');
  const rows = table.split('\n').filter((line) => /^\| .*\d{4}-\d\d-\d\d \|$/.test(line));
  return rows.map((line) => {
    const [source = '', duty = '', checked = '', reviewBy = ''] = line.slice(2, -2).split(' | ');
    return { source, duty, checked, reviewBy };
  });
}

/** Returns a line for each source that must be checked within 90 days or is overdue. The earliest date comes first. */
export function reviewsDue(sources: readonly LegalSource[], today: Date): readonly string[] {
  const last = new Date(today.getTime() + warningDays * 24 * 60 * 60_000).toISOString().slice(0, 10);
  return sources
    .filter(({ reviewBy }) => reviewBy <= last)
    .toSorted((one, other) => (one.reviewBy < other.reviewBy ? -1 : 1))
    .map(({ source, duty, reviewBy }) => `review by ${reviewBy}: ${source}, ${duty} (${legalPage})`);
}
