import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readMail, wordsOf } from '../../tests/support/mail-document.ts';
import { loadPrograms } from '../programs/programs.ts';
import { type Block, endOfSentence, type MailProgram, reachOf, writeMail } from './mail-layout.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const program: MailProgram | undefined = loaded.programs.all.find(({ domainKey }) => domainKey === 'toro');
if (!program) throw new Error('no program toro');
const { phone: _phone, ...withoutPhone } = program;

const mailOf = (blocks: readonly Block[], of: MailProgram = program) =>
  writeMail(of, {
    subject: 'Subject',
    preview: 'What it is about.',
    title: 'Title',
    blocks,
    notYou: `${reachOf(of)}.`,
    questions: 'Questions?',
  });

const odd = `<b onclick="x">'&amp;`;
const step = { day: odd, title: odd, text: odd, isDone: true };

test.each<[string, Block, number]>([
  ['a heading', { heading: odd }, 1],
  ['a paragraph', { paragraph: odd }, 1],
  ['a list', { list: [odd, odd] }, 2],
  ['steps', { steps: [step, step] }, 6],
  ['a label and its value', { label: odd, value: odd }, 2],
  ['a button and its address', { button: odd, href: `https://bank.example/${odd}` }, 2],
])('%s shows what looks like HTML as text', (_what, block, times) => {
  const { text, html } = mailOf([block]);
  expect(text.split(odd)).toHaveLength(times + 1);
  expect(readMail(html).problems).toEqual([]);
  expect(html).not.toContain('<b onclick');
  const { elements, texts } = readMail(html);
  const hrefs = elements.flatMap(({ attributes }) => attributes.get('href') ?? []);
  expect([...texts.map((one) => one.text), ...hrefs].join('\n').split(odd)).toHaveLength(times + 1);
});

test('names that look like HTML are text, also where the HTML repeats them', () => {
  const named = { ...program, name: odd, provider: { ...program.provider, name: odd, fullName: odd } };
  const { html } = writeMail(named, {
    ...{ subject: odd, preview: odd, title: odd, blocks: [], notYou: odd, questions: odd },
  });
  expect(readMail(html).problems).toEqual([]);
  expect(html).not.toContain('<b onclick');
});

test('the text has every piece in order', () => {
  const { subject, text } = mailOf([
    { heading: 'Next' },
    { paragraph: 'We look.' },
    { list: ['One', 'Two'] },
    {
      steps: [
        { day: 'Monday', title: 'Sent', text: null, isDone: true },
        { day: null, title: 'Decided', text: 'By the bank.', isDone: false },
      ],
    },
    { label: 'Number', value: 'ABCD' },
    { button: 'Open', href: 'https://bank.example/?a=1&b=2' },
  ]);
  expect(subject).toBe('Subject');
  expect(text).toBe(`Title
=====

Next
----

We look.

* One
* Two

[x] Monday: Sent
[ ] Decided. By the bank.

Number: ABCD

Open:
https://bank.example/?a=1&b=2

If this wasn’t you
------------------

Call us as soon as you can.

Questions? Call 1-800-555-0199 (Monday to Friday, 8 a.m. to 6 p.m. Central time).

--${' '}

Quillbrook Bank sent you this email about the Toro Commercial Credit Card.

We’ll never ask for your Social Security number or tax ID by email. Replies to this email aren’t monitored.
`);
});

test('a part of a paragraph can be bold in the HTML, even if it looks like HTML', () => {
  const paragraph = `Finish by ${odd} on May 4, 2 p.m. Central time.`;
  const { text, html } = mailOf([{ paragraph, bold: `${odd} on May 4, 2 p.m. Central time` }]);
  expect(text).toContain(`\n\n${paragraph}\n\n`);
  const bold = readMail(html).texts.filter(({ within }) => within.at(-1)?.tag === 'b');
  expect(bold.map((one) => one.text)).toEqual([`${odd} on May 4, 2 p.m. Central time`]);
});

test.each([
  ['https://card.bank.example/resume#secret', 'card.bank.example'],
  ['http://toro.localhost:4444/resume#secret', 'toro.localhost:4444'],
])('below a button to %s, small text names the host %s', (href, host) => {
  const { text, html } = mailOf([{ button: 'Open', href }]);
  expect(wordsOf(html)).toContain(`Open This button opens ${host} If this wasn’t you`);
  const named = readMail(html).texts.find((one) => one.text === host);
  expect(named?.within.at(-1)?.attributes.get('translate')).toBe('no');
  expect(named?.within.at(-2)?.attributes.get('style')).toContain('font-size:15px');
  expect(text).toContain(`Open:\n${href}\n`);
});

test('a mail of a program without a phone number names the bank', () => {
  const bank = { ...program.provider, fullName: 'First Example Bank, N.A.' };
  const { text, html } = mailOf([], { ...withoutPhone, provider: bank });
  for (const words of [text, wordsOf(html)]) {
    expect(words).toContain('Contact First Example Bank, N.A. as soon as you can.');
    expect(words).toMatch(/Questions\? Contact First Example Bank, N\.A\.\s/);
  }
  expect(html).not.toContain('tel:');
});

test('a demo warns against real data in both forms', () => {
  const { text, html } = mailOf([], { ...program, demo: true });
  for (const words of [text, wordsOf(html)]) expect(words).toMatch(/^Demo: don’t enter real data\s/);
});

test('a code is in two groups, and a copy of it has no space', () => {
  const { html } = mailOf([{ label: 'Code', value: '042137', isCode: true }]);
  expect(html).toContain('042</span>137');
  expect(wordsOf(html)).toContain('Code 042137');
});

test('a number stays with its word at the end of a line', () => {
  const { text, html } = mailOf([
    { paragraph: 'It works for 10 minutes, until 3:00 PM. Call 555-0199 now.' },
  ]);
  expect(html).toContain('for 10&nbsp;minutes, until 3:00&nbsp;PM. Call 555-0199 now.');
  expect(text).toContain('for 10 minutes, until 3:00 PM.');
});

test.each([
  ['First Example Bank, N.A.', 'First Example Bank, N.A.'],
  ['First Example Bank', 'First Example Bank.'],
  ['.bank', '.bank.'],
])('a sentence that ends with %s has one full stop', (name, end) => {
  expect(endOfSentence(name)).toBe(end);
});

test('a heading is far from the text above it, and close to the text below it', () => {
  const blocks: readonly Block[] = [
    { paragraph: 'One.' },
    { paragraph: 'Two.' },
    { list: ['Three'] },
    { heading: 'Next' },
    { paragraph: 'Four.' },
    { label: 'Number', value: 'ABCD' },
    { heading: 'Then' },
    { steps: [step] },
    { button: 'Open', href: 'https://bank.example/' },
    { paragraph: 'Five.' },
  ];
  const rows = mailOf(blocks).html.matchAll(/<td class="in" style="padding:(\d+)px 32px 0">/g);
  const [title, ...distances] = [...rows].map(([, pixels]) => Number(pixels));
  expect(title).toBe(32);
  expect(distances).toEqual([12, 12, 20, 36, 8, 20, 36, 16, 20, 20, 36, 24, 32]);
});

test('a mail has large type for its title, a code and the phone number, and small type for hints', () => {
  const { html } = mailOf(
    [
      { heading: 'Next' },
      { paragraph: 'We look.' },
      { list: ['One'] },
      { steps: [{ day: 'Monday', title: 'Sent', text: 'By mail.', isDone: true }] },
      { label: 'Number', value: 'ABCD' },
      { label: 'Code', value: '042137', isCode: true },
      { button: 'Open', href: 'https://bank.example/' },
    ],
    { ...program, demo: true },
  );
  const sizes = new Map(
    readMail(html).texts.map(({ text, within }) => {
      const styles = within.toReversed().map(({ attributes }) => attributes.get('style') ?? '');
      return [text.trim(), styles.flatMap((style) => /font-size:(\d+)px/.exec(style)?.[1] ?? [])[0]];
    }),
  );
  const expected = {
    [program.copy.first.demoStrip]: '15',
    [program.name]: '21',
    [program.copy.mail.businessCard(program.provider.name)]: '15',
    Title: '28',
    Next: '20',
    'We look.': '17',
    One: '17',
    [program.copy.mail.stepState.done]: '15',
    '· Monday': '15',
    Sent: '17',
    'By mail.': '15',
    Number: '15',
    ABCD: '22',
    '042': '40',
    Open: '17',
    '1-800-555-0199': '22',
  };
  expect(Object.fromEntries(Object.keys(expected).map((text) => [text, sizes.get(text)]))).toEqual(expected);
});

test('a translator leaves the program’s name, values, codes and the phone number as they are', () => {
  const { html } = mailOf([
    { paragraph: 'We look.' },
    { label: 'Number', value: 'ABCD' },
    { label: 'Code', value: '042137', isCode: true },
  ]);
  const kept = readMail(html).texts.flatMap(({ text, within }) =>
    within.some(({ attributes }) => attributes.get('translate') === 'no') ? [text] : [],
  );
  expect(kept).toEqual([program.name, 'ABCD', '042', '137', '1-800-555-0199']);
  for (const { within } of readMail(html).texts)
    expect(within.map(({ attributes }) => attributes.get('style')).join()).toContain('font-family:system-ui');
});
