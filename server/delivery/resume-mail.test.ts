import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../tests/support/mail-document.ts';
import { sampleCode, sampleLink, sampleMails } from '../../tests/support/sample-mails.ts';
import { loadPrograms } from '../programs/programs.ts';
import { linkMail } from './resume-mail.ts';

const loaded = await loadPrograms(fileURLToPath(new URL('../../programs', import.meta.url)));
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const [program] = loaded.programs.all;
if (!program) throw new Error('no program');

const mails = sampleMails(program);
const all = Object.entries(mails).filter(([name]) => !name.startsWith('confirmation'));

describe('resume mails', () => {
  test.each(all)('%s: the text and the HTML have the same words', (_name, { text, html }) => {
    const sentences = text.split('\n').filter((line) => /[a-z]/.test(line) && !line.startsWith('https:'));
    const words = wordsOf(html);
    for (const sentence of sentences) expect(words).toContain(sentence.replace(/: .*$|:$| Call .*$/g, ''));
  });

  test('each mail contains all of its sentences in order', () => {
    const { name, provider, copy } = program;
    const { mail } = copy;
    const ruled = (text: string, rule = '-') => `${text}\n${rule.repeat(text.length)}`;
    const head = (subject: string, title: string) => [subject, ruled(title, '=')];
    const end = (notYou: string, questions = mail.questions) => [
      ruled(mail.safeTitle),
      notYou,
      `${questions} Call 1-800-555-0199 (Monday to Friday, 8 a.m. to 6 p.m. Central time).`,
      '-- ',
      mail.signature(provider.fullName, name),
      `${mail.neverAsked} ${mail.noReplies}`,
    ];
    const codeHead = [
      ...head(mail.codeSubject(sampleCode, name), mail.codeTitle),
      `${mail.codeLabel(6)}: ${sampleCode}`,
    ];
    const codeTime = `${mail.codeTime(10)} ${mail.codeIsSecret}`;
    const linkParts = [
      mail.linkFinishBy('Friday, November 27, 2 p.m. Central time'),
      `${mail.linkButton}:\n${sampleLink}`,
      mail.linkAsksForCode,
      mail.linkDeletes,
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
        ...end(mail.replacedNotByYou(mail.callSoon), mail.replacedReach),
      ],
    ]);
  });

  test('a mail with a code has no link, and a mail with a link has no code', () => {
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

  test('a link says until when it works, in the time zone of the phone hours', () => {
    const timeOf = (changes: Partial<typeof program>, until = new Date('2026-11-27T20:00:00Z')) =>
      /^Finish by (.*)\.$/m.exec(
        linkMail({ ...program, ...changes }, { link: sampleLink, until, isReminder: false }).text,
      )?.[1];
    expect(timeOf({})).toBe('Friday, November 27, 2 p.m. Central time');
    expect(timeOf({}, new Date('2026-11-28T06:05:00Z'))).toBe(
      'Saturday, November 28, 12:05 a.m. Central time',
    );
    const { phone } = program;
    if (!phone) throw new Error('no phone');
    const { timeZone: _, ...inNoZone } = phone;
    expect(timeOf({ phone: inNoZone })).toBe('Friday, November 27, 3 p.m. Eastern time');
    expect(timeOf({ phone: { ...phone, timeZone: 'America/Los_Angeles' } })).toBe(
      'Friday, November 27, 12 p.m. Pacific time',
    );
  });

  test('a link has its last moment in bold, and the host that its button opens', () => {
    for (const { html } of [mails.link, mails.reminder]) {
      expect(html).toContain('Finish by <b>Friday, November&nbsp;27, 2&nbsp;p.m. Central time</b>.');
      expect(wordsOf(html)).toContain(
        `${program.copy.mail.linkButton} This button opens card.quillbrook.example `,
      );
    }
  });

  test('a code is large and in two groups in the HTML, with the time until it expires in bold', () => {
    for (const { html } of [mails.code, mails['code-of-link']])
      expect(html).toContain('expires in <b>10&nbsp;minutes</b>.');
    for (const { html } of [mails.code, mails['code-of-link']]) expect(html).toContain('042</span>137');
  });
});
