import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../tests/support/mail-document.ts';
import { sampleCode, sampleLink, sampleMails } from '../../tests/support/sample-mails.ts';
import { loadPrograms } from '../programs/programs.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const [program] = loaded.programs.all;
if (!program) throw new Error('no program');

const mails = sampleMails(program);
const all = Object.entries(mails).filter(([name]) => !name.startsWith('confirmation'));

describe('the mail with', () => {
  test.each(all)('%s has the same text in text and HTML', (_name, { text, html }) => {
    const sentences = text.split('\n').filter((line) => /[a-z]/.test(line) && !line.startsWith('https:'));
    const words = wordsOf(html);
    for (const sentence of sentences) expect(words).toContain(sentence.replace(/: .*$|:$| Call .*$/g, ''));
  });

  test('the mail for each purpose contains all of its sentences in order', () => {
    const { name, provider, copy } = program;
    const { mail } = copy;
    const ruled = (text: string, rule = '-') => `${text}\n${rule.repeat(text.length)}`;
    const head = (subject: string, title: string) => [subject, ruled(title, '=')];
    const end = (notYou: string) => [
      ruled(mail.safeTitle),
      notYou,
      `${mail.questions} Call 1-800-555-0199 (Monday to Friday, 8 a.m. to 6 p.m. Central).`,
      '-- ',
      mail.signature(provider.fullName, name),
      `${mail.neverAsked} ${mail.noReplies}`,
    ];
    const codeHead = [
      ...head(mail.codeSubject(sampleCode, name), mail.codeTitle),
      `${mail.codeLabel}: ${sampleCode}`,
    ];
    const codeTime = `${mail.codeTime(10)} ${mail.codeIsSecret}`;
    const linkParts = [
      `${mail.linkButton}:\n${sampleLink}`,
      mail.linkAsksForCode,
      mail.linkTime('Friday, November 27 at 3:00 PM Eastern Time'),
      ...end(mail.linkNotYou),
    ];
    const said = all.map(([, { subject, text }]) => [subject, ...text.trimEnd().split('\n\n')]);
    expect(said).toEqual([
      [...codeHead, mail.codeOfAddress(name), codeTime, ...end(mail.codeNotAsked)],
      [...codeHead, mail.codeOfLink(name), codeTime, ...end(mail.codeNotYou)],
      [...head(mail.linkSubject(name), mail.linkTitle), mail.linkLeads(name), ...linkParts],
      [...head(mail.reminderSubject(name), mail.reminderTitle), mail.reminderLeads(name), ...linkParts],
      [
        ...head(mail.replacedSubject(name), mail.replacedTitle),
        mail.replacedLink(name),
        mail.replacedByYou,
        ...end(mail.replacedNotByYou('call 1-800-555-0199')),
      ],
    ]);
  });

  test('a code has no link, and one with a link no code', () => {
    for (const [name, { subject, text, html }] of all)
      for (const part of [text, wordsOf(html), html]) {
        if (part !== html) expect(part.includes(sampleCode)).toBe(name.startsWith('code'));
        expect(part.includes('/resume#')).toBe(/^(link|reminder)$/.test(name) && part !== wordsOf(html));
        expect(subject).not.toMatch(/https?:/);
      }
  });

  test('a code is the first word of its subject, and no other subject has a number', () => {
    for (const [name, { subject }] of all)
      expect(/^\d{6} is your /.test(subject) ? 'code' : /\d/.exec(subject)).toBe(
        name.startsWith('code') ? 'code' : null,
      );
  });

  test('a link says how long it works, with the time zone', () => {
    for (const { text } of [mails.link, mails.reminder])
      expect(text).toContain('until Friday, November 27 at 3:00 PM Eastern Time');
  });

  test('a code is large and in two groups in the HTML', () => {
    for (const { html } of [mails.code, mails['code-of-link']]) expect(html).toContain('042</span>137');
  });
});
