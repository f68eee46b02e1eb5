import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AgreementValues,
  agreementHtml,
  agreementProblems,
  parseAgreement,
  sha256Of,
} from './agreement-text.ts';

const values: AgreementValues = {
  programName: 'Toro',
  providerName: 'Quillbrook Bank',
  providerFullName: 'Quillbrook Bank',
  termsUrl: 'https://cards.example.com/toro/terms',
};
const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</bdi></td></tr></table><h1>',
  '**bold** _em_ `code` ~~gone~~',
  '[a link](https://evil.example) <https://evil.example>',
  '![image](https://evil.example/x.png)',
  'a | b | c',
  '# Heading',
  '1. Item',
  '&lt;b&gt; &amp; " \'',
  "$& $1 $' $$",
  '{programName} {certification} {termsUrl}',
  'back\\slash \\<b>',
];

function source(body: string, front = 'title: Terms\nversion: 2026-11-01'): string {
  return `---\n${front}\n---\n\n${body}\n`;
}

function html(body: string, changes: Partial<AgreementValues> = {}): string {
  return agreementHtml(parseAgreement(source(body)), { ...values, ...changes });
}

function tagsOf(markup: string): string[] {
  return markup.match(/<[^>]*>/g) ?? [];
}

function textOf(markup: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
  return markup.replace(/<[^>]*>/g, '').replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

describe('parseAgreement', () => {
  test('returns title, version and body, with any line endings', () => {
    const expected = { title: 'Terms: the card', version: '2026-11-01', body: 'One.\n\nTwo.' };
    const text = source('One.\n\nTwo.', 'title: "Terms: the card"\nversion: 2026-11-01');
    expect(parseAgreement(text)).toEqual(expected);
    expect(parseAgreement(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(expected);
  });

  test('reads the time from which older versions no longer count', () => {
    const text = source('Text.', 'title: T\nversion: 2\nolderValidUntil: 2026-11-30T23:00Z');
    expect(parseAgreement(text).olderValidUntil).toEqual(new Date('2026-11-30T23:00:00Z'));
  });

  test.each([
    ['no time', source('Text.', 'title: T\nversion: 1\nolderValidUntil: tomorrow'), /must be a time/],
    ['a day', source('Text.', 'title: T\nversion: 1\nolderValidUntil: 2026-11-30'), /must be a time/],
    ['no such day', source('Text.', 'title: T\nversion: 1\nolderValidUntil: 2026-13-30T00:00Z'), /must be a/],
    ['no front matter', 'Text only.', /begin with a title and a version/],
    ['no title', source('Text.', 'version: 1'), /must have a title and a version/],
    ['an empty title', source('Text.', 'title:\nversion: 1'), /must have a title and a version/],
    ['no version', source('Text.', 'title: Terms'), /must have a title and a version/],
    ['an unknown entry', source('Text.', 'title: T\nversion: 1\nauthor: A'), /and nothing else/],
    ['a version with a space', source('Text.', 'title: T\nversion: 1 of 2'), /version must be/],
    ['no text', source(''), /has no text/],
  ])('refuses %s', (_what, text, message) => {
    expect(() => parseAgreement(text)).toThrow(message);
  });
});

describe('agreementHtml', () => {
  test('puts sections under a dialog title or the h1 of a screen', () => {
    const agreement = parseAgreement(source('## Fees\n\n### Late\n\nText.'));
    expect(agreementHtml(agreement, values)).toBe('<h3>Fees</h3>\n<h4>Late</h4>\n<p>Text.</p>\n');
    expect(agreementHtml(agreement, values, 2)).toBe('<h2>Fees</h2>\n<h3>Late</h3>\n<p>Text.</p>\n');
  });

  test('gives tables a caption, column and row headings, and no style', () => {
    const table = html(
      'Table: *Sample* fees\n\n| Fee | Sum |\n| --- | ---: |\n| Late | $29 |\n| None | $0 |',
    );
    expect(table.replaceAll('\n', '')).toBe(
      '<table><caption><em>Sample</em> fees</caption>' +
        '<thead><tr><th scope="col">Fee</th><th scope="col">Sum</th></tr></thead>' +
        '<tbody><tr><th scope="row">Late</th><td>$29</td></tr>' +
        '<tr><th scope="row">None</th><td>$0</td></tr></tbody></table>',
    );
  });

  test('opens web links in a new tab and says so; leaves mail links unchanged', () => {
    expect(html('See [the terms]({termsUrl}), or [write](mailto:a@bank.example).')).toBe(
      '<p>See <a href="https://cards.example.com/toro/terms" target="_blank" rel="noopener noreferrer">' +
        'the terms (opens in a new tab)</a>, or <a href="mailto:a@bank.example">write</a>.</p>\n',
    );
  });

  test.each([
    ['markup', '<script>alert(1)</script> <b onclick="x()">'],
    ['an image', '![x](https://evil.example/pixel.png)'],
    ['a script link', '[x](javascript:alert(1)) [y](data:text/html,x) [z](http://plain.example)'],
  ])('makes no element from %s in a text', (_what, body) => {
    expect(html(body)).not.toMatch(/<(script|b|img)|src=|href="(?!https:)/);
  });

  test.each(hostileTexts)('shows a program called %s literally', (programName) => {
    const body = 'The {programName} card.\n\n| {programName} |\n| --- |\n| {programName} |';
    const shown = html(body, { programName });
    expect(tagsOf(shown)).toEqual(tagsOf(html(body)));
    expect(textOf(shown).match(/^The (.*) card\.$/m)?.[1]).toBe(programName);
  });
});

describe('the certification', () => {
  const body = 'Before.\n\n{certification}\n\nAfter.';
  const certified = (name: string) =>
    html(body, {
      certification: { certifier: { name, title: '' }, owners: [{ name, percent: 62.5 }] },
    });

  test('names the controlling party and each owner with their share', () => {
    const owners = [
      { name: 'Dana Fox', percent: 50 },
      { name: 'Ann Lee', percent: 33.33 },
    ];
    const shown = textOf(
      html(body, { certification: { certifier: { name: 'Dana Fox', title: 'Manager' }, owners } }),
    );
    expect(shown.split(/\n+/).filter(Boolean)).toEqual([
      'Before.',
      'Controlling party: Dana Fox, Manager',
      'Beneficial owners',
      'NameShare of the business',
      'Dana Fox50%',
      'Ann Lee33.33%',
      'After.',
    ]);
  });

  test('says so if no owner is listed', () => {
    const shown = html(body, { certification: { certifier: { name: 'Dana Fox', title: '' }, owners: [] } });
    expect(shown).toContain('Beneficial owners: the application lists none.');
    expect(shown).not.toContain('<table>');
  });

  test('is a general sentence in the text that is the same for everyone', () => {
    expect(textOf(html(body))).toContain('The application lists the controlling party');
    expect(html(body)).not.toContain('{certification}');
  });

  test.each(hostileTexts)('shows a person called %s literally', (fullName) => {
    expect(tagsOf(certified(fullName))).toEqual(tagsOf(certified('Dana Fox')));
    expect(textOf(certified(fullName))).toContain(`Controlling party: ${fullName}\n`);
    expect(textOf(certified(fullName))).toContain(`\n${fullName}62.5%`);
  });

  test('no name can add or remove an element', () => {
    const tags = tagsOf(certified('Dana Fox'));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (fullName) => {
        expect(tagsOf(certified(fullName))).toEqual(tags);
      }),
    );
  });
});

describe('agreementProblems', () => {
  const problems = (body: string, name = 'terms', title = 'Terms') =>
    agreementProblems({ title, version: '1', body }, name);
  const missing = 'must contain {certification} exactly once, in a paragraph of its own';

  test('reports none for a valid text', () => {
    expect(problems('## A\n\n{programName} {providerName} {providerFullName} [x]({termsUrl})')).toEqual([]);
    expect(problems('## A\n\n{certification}\n\nB', 'controlling-party')).toEqual([]);
    expect(problems('[Policy]({privacyUrl}), {privacyPhone}', 'california')).toEqual([]);
  });

  test.each([
    ['an unknown placeholder', '{bankName}, {constructor}', 2],
    ['a placeholder with spaces', '{ programName }', 1],
    ['a second title', '# Terms', 1],
    ['a certification elsewhere', '{certification}', 1],
    ['a placeholder of the notice for California elsewhere', '{privacyUrl}', 1],
  ])('reports %s', (_what, body, count) => {
    expect(problems(body)).toHaveLength(count);
  });

  test.each([
    'None.',
    'In {certification} line.',
    '{certification}\n\n{certification}',
    '## {certification}',
  ])('requires the certification once, in its own paragraph: %s', (body) => {
    expect(problems(body, 'controlling-party')).toEqual([missing]);
  });

  test('requires a title without placeholders', () => {
    expect(problems('Text.', 'terms', 'Terms of {programName}')).toEqual([
      'title must not contain a placeholder',
    ]);
  });
});

describe('sha256Of', () => {
  test('is the SHA-256 of the UTF-8 bytes', () => {
    expect(sha256Of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256Of('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });

  test('changes with a word of the text, but not with the layout of its Markdown', () => {
    const table = '| A | B |\n|---|---|\n| 1 | 2 |';
    expect(sha256Of(html(table))).toBe(sha256Of(html('|   A   | B |\n| --- | --- |\n| 1     | 2 |')));
    expect(sha256Of(html('You pay.'))).not.toBe(sha256Of(html('We pay.')));
  });
});
