import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { darkened, inverted, lightened } from '../../tests/support/forced-dark.ts';
import { coloredTexts, decoded, forOutlook, readMail, wordsOf } from '../../tests/support/mail-document.ts';
import { mailNames, sampleLink, sampleMails } from '../../tests/support/sample-mails.ts';
import { loadPrograms, type Program } from '../programs/programs.ts';
import { contrastRatio } from '../programs/theme.ts';
import { cardId, withoutCard } from './mail-html.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const programs = loaded.programs.all;

const mails = programs.flatMap((program) =>
  mailNames.map((name) => [`${name} of ${program.domainKey}`, sampleMails(program)[name], program] as const),
);

const same = (color: string) => color;

/** The minimum contrast in mail programs that force dark mode by changing colors. Only bold button text has less than 4.5. */
const forced = 4;

/**
 * Returns the texts of an email whose contrast is less than `least` after the functions `color` and `background` have changed the
 * colors of each text and its background.
 */
function faint(
  html: string,
  mode: 'light' | 'dark',
  [color, background] = [same, same],
  least = 4.5,
): readonly string[] {
  const pairs = coloredTexts(html, mode).map(
    (text) => [text.text, color(text.color), background(text.background)] as const,
  );
  return pairs.filter(([, front, behind]) => !(contrastRatio(front, behind) >= least)).map(String);
}

describe.each(mails)('the mail %s', (_name, { html, subject }, program) => {
  test('is well-formed for browsers and for Outlook, and has a language and a title', () => {
    for (const read of [html, forOutlook(html)]) expect(readMail(read).problems).toEqual([]);
    const { elements } = readMail(html);
    const [root] = elements;
    expect([root?.tag, root?.attributes.get('lang'), root?.attributes.get('dir')]).toEqual([
      'html',
      'en',
      'ltr',
    ]);
    expect(html).toContain(`<title>${subject}</title>`);
    expect(elements.filter(({ tag }) => tag === 'h1')).toHaveLength(1);
  });

  test('has no table that a screen reader announces', () => {
    const tables = readMail(forOutlook(html)).elements.filter(({ tag }) => tag === 'table');
    expect(tables.length).toBeGreaterThan(4);
    expect(tables.filter(({ attributes }) => attributes.get('role') !== 'presentation')).toEqual([]);
  });

  test('loads nothing, and links only to the phone numbers that it shows and to the person’s draft', () => {
    const { elements } = readMail(html);
    const all = (name: string) => elements.flatMap(({ attributes }) => attributes.get(name) ?? []);
    expect(all('src')).toEqual([`cid:${cardId}`]);
    const shown = wordsOf(html).match(/(?:1-)?\d{3}-\d{3}-\d{4}/g) ?? [];
    const telLinks = shown.map((number) => `tel:+1${number.replaceAll('-', '').slice(-10)}`);
    expect(all('href').filter((to) => to !== sampleLink && !telLinks.includes(to))).toEqual([]);
    expect(html).not.toMatch(/<(link|script|iframe|form|video|object|svg|base)\b|url\(|@import|@font-face/i);
    expect(html.replace(sampleLink, '').replace('urn:schemas', '')).not.toMatch(/(https?:)?\/\/\w/);
  });

  test('has enough contrast in light and dark mode, and where a mail program forces dark mode', () => {
    expect(coloredTexts(html, 'light').length).toBeGreaterThan(10);
    expect(faint(html, 'light')).toEqual([]);
    expect(faint(html, 'dark')).toEqual([]);
    expect(faint(html, 'light', [inverted, inverted], forced)).toEqual([]);
    expect(faint(html, 'light', [lightened, darkened], forced)).toEqual([]);
  });

  test('declares that it has both modes, and begins with the program’s card and name', () => {
    for (const name of ['color-scheme', 'supported-color-schemes'])
      expect(html).toContain(`<meta name="${name}" content="light dark">`);
    expect(html).toContain(`background-color:${program.theme.light.field}`);
    expect(html).toContain(`.head{background-color:${program.theme.dark.field}!important`);
    const { demoStrip } = program.copy.first;
    const first = program.demo ? `${demoStrip} ${program.name}` : program.name;
    expect(wordsOf(html).indexOf(`${first} Quillbrook Bank business credit card`)).toBe(0);
  });

  test('shows in inboxes a sentence that its visible text does not begin with', () => {
    const hidden = /<div style="display:none[^>]*>([^<]+)/.exec(html)?.[1] ?? '';
    const [preview = '', ...filler] = decoded(hidden).split('\u034F');
    expect(filler).toHaveLength(80);
    expect(preview).toMatch(/^\p{Lu}.{20,90}\.$/u);
    expect(wordsOf(html)).not.toContain(preview);
  });

  test('is below the size at which Gmail cuts mails off', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(40_000);
  });
});

test('a mail without its picture has the same words', () => {
  const { html } = sampleMails(programs[0] as Program).confirmation;
  expect(withoutCard(html)).not.toContain('<img');
  expect(readMail(withoutCard(html)).problems).toEqual([]);
  expect(wordsOf(withoutCard(html))).toBe(wordsOf(html));
});

test('every text of a mail has a font, a size and the height of its lines', () => {
  for (const [name, { html }] of mails) {
    const plain = readMail(html).texts.filter(({ within }) => {
      const style = within.map(({ attributes }) => attributes.get('style')).join(';');
      return !/font-family:system-ui,.*font-size:\d+px;line-height:\d+px/.test(style);
    });
    expect(plain, name).toEqual([]);
  }
});

test('the parts of a mail, and its steps, have these distances in pixels', () => {
  const { confirmation, 'confirmation-pending': pending, link } = sampleMails(programs[0] as Program);
  const distances = ({ html }: { readonly html: string }, of: RegExp) =>
    [...html.matchAll(of)].map(([, pixels]) => Number(pixels));
  const parts = /class="in" style="padding:(\d+)px 32px 0"/g;
  expect(distances(confirmation, parts)).toEqual([32, 12, 20, 36, 16, 36, 24, 32]);
  expect(distances(pending, parts)).toEqual([32, 12, 20, 20, 12, 20, 36, 16, 20, 36, 24, 32]);
  expect(distances(link, parts)).toEqual([32, 12, 12, 20, 20, 12, 36, 24, 32]);
  expect(distances(confirmation, /style="padding:0 0 (\d+)px"/g)).toEqual([20, 20, 20, 0]);
});
