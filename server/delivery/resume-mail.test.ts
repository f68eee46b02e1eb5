import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadPrograms } from '../programs/programs.ts';
import { codeMail, linkMail, replacedMail } from './resume-mail.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const [program] = loaded.programs.all;
if (!program) throw new Error('no program');

const link = 'https://card.quillbrook.example/resume#Zm9yIG5vYm9keSBidXQgdGhlIG9uZSB3aG8gYXNrZWQh';
const until = new Date('2026-11-27T20:00:00Z');
const code = '042137';

const mails = [
  ['a code for an address', codeMail(program, { code, purpose: 'address', minutes: 10 })],
  ['a code for a link', codeMail(program, { code, purpose: 'link', minutes: 10 })],
  ['a link', linkMail(program, { link, until, isReminder: false })],
  ['a reminder', linkMail(program, { link, until, isReminder: true })],
  ['news of another address', replacedMail(program)],
] as const;

/** Returns the text of the HTML without tags. */
const wordsOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body/, '<body')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the mail with', () => {
  test.each(mails)('%s has the same text in text and HTML', (_name, { text, html }) => {
    const sentences = text.split('\n').filter((line) => /[a-z]/.test(line) && !line.startsWith('https:'));
    for (const sentence of sentences) expect(wordsOf(html)).toContain(sentence.replace(/: .*$|:$/g, ''));
  });

  test.each(mails)('%s loads nothing, tracks no one, and uses the program’s colors', (_name, { html }) => {
    expect(html).not.toMatch(/<(img|link|script|iframe|form|video)\b|url\(|@import|background-image/i);
    expect([...html.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, to]) => to)).toEqual(
      html.includes('href=') ? [link] : [],
    );
    const { light } = program.theme;
    expect(html).toContain(`background:${light.field};color:${light['on-field']}`);
  });

  test('the mail for each purpose contains all of its sentences in order', () => {
    const { name, provider, copy } = program;
    const { mail } = copy;
    const heading = (text: string) => `${text}\n${'-'.repeat(text.length)}`;
    const safely = [heading(mail.safeTitle), mail.neverAsked];
    const codeParts = [
      `${mail.codeLabel}: 042 137`,
      mail.codeTime(10),
      heading(mail.safeTitle),
      mail.codeIsSecret,
    ];
    const linkParts = [
      `${mail.linkButton}:\n${link}`,
      mail.linkAsksForCode,
      mail.linkTime('Friday, November 27 at 3:00 PM Eastern Time'),
      ...safely,
      mail.linkNotYou,
    ];
    const bank = provider.fullName.replace(/\.?$/, '.');
    const expected = [
      [
        mail.codeSubject(name),
        heading(mail.codeTitle),
        mail.codeOfAddress(name),
        ...codeParts,
        mail.codeNotAsked,
      ],
      [mail.codeSubject(name), heading(mail.codeTitle), mail.codeOfLink(name), ...codeParts, mail.codeNotYou],
      [mail.linkSubject(name), heading(mail.linkTitle), mail.linkLeads(name), ...linkParts],
      [mail.reminderSubject(name), heading(mail.reminderTitle), mail.reminderLeads(name), ...linkParts],
      [
        mail.replacedSubject(name),
        heading(mail.replacedTitle),
        mail.replacedLink(name),
        mail.replacedByYou,
        ...safely,
        mail.replacedNotByYou(bank),
      ],
    ];
    const end = ['-- ', mail.signature(provider.fullName, name)];
    const said = mails.map(([, { subject, text }]) => [subject, ...text.trimEnd().split('\n\n')]);
    expect(said).toEqual(expected.map((parts) => [...parts, ...end]));
  });

  test('a code has no link, and one with a link no code', () => {
    for (const [name, { subject, text, html }] of mails)
      for (const part of [text, html]) {
        expect(/042 137/.test(part)).toBe(name.includes('code'));
        expect(part.includes(link)).toBe(/^a (link|reminder)$/.test(name));
        expect(subject).not.toMatch(/\d|https?:/);
      }
  });

  test('a link says how long it works, with the time zone', () => {
    for (const [, { text }] of mails.slice(2, 4))
      expect(text).toContain('until Friday, November 27 at 3:00 PM Eastern Time');
  });

  test("a program's name that looks like HTML stays text", () => {
    const odd = { ...program, name: '<b onclick=x>&"' };
    const { html } = linkMail(odd, { link, until, isReminder: false });
    expect(html).not.toContain('<b onclick');
    expect(html).toContain('&lt;b onclick=x&gt;&amp;&quot;');
  });
});
