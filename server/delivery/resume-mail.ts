/** Writes the emails for resuming a draft (D55). They contain nothing from the application. All functions are pure. */
import { bankTimeZone } from '../../copy/after-submission.ts';
import { mailCode } from '../../form/limits/resume-limits.ts';
import type { CodePurpose } from '../db/queries/resume-codes.ts';
import { type MailContent, type MailProgram, reachOf, writeMail } from './mail-layout.ts';

/** Returns the email with a code. Its subject begins with the code. This email never contains the resume link. */
export function codeMail(
  program: MailProgram,
  { code, purpose, minutes }: { code: string; purpose: CodePurpose; minutes: number },
): MailContent {
  const { mail, counted } = program.copy;
  const { name } = program;
  const isOfLink = purpose === 'link';
  return writeMail(program, {
    subject: mail.codeSubject(code, name),
    preview: mail.codePreview(minutes),
    title: mail.codeTitle,
    blocks: [
      { label: mail.codeLabel(mailCode.digits), value: code, isCode: true },
      { paragraph: isOfLink ? mail.codeOfLink(name) : mail.codeOfAddress(name) },
      {
        paragraph: `${mail.codeTime(minutes)} ${mail.codeIsSecret}`,
        bold: counted(minutes, 'minute'),
      },
    ],
    notYou: isOfLink ? mail.codeNotYou : mail.codeNotAsked,
    questions: mail.questions,
  });
}

/** Returns the email with the resume link, or the reminder that the link will expire. */
export function linkMail(
  program: MailProgram,
  { link, until, isReminder }: { link: string; until: Date; isReminder: boolean },
): MailContent {
  const { mail } = program.copy;
  const { name } = program;
  const lasts = momentInWords(until, program);
  return writeMail(program, {
    subject: isReminder ? mail.reminderSubject(name) : mail.linkSubject(name),
    preview: mail.linkPreview(lasts),
    title: isReminder ? mail.reminderTitle : mail.linkTitle,
    blocks: [
      { paragraph: isReminder ? mail.reminderLeads(name) : mail.linkLeads(name) },
      { paragraph: mail.linkFinishBy(lasts), bold: lasts },
      { button: mail.linkButton, href: link },
      { paragraph: mail.linkAsksForCode },
      { paragraph: mail.linkDeletes },
    ],
    notYou: mail.linkNotYou,
    questions: mail.questions,
  });
}

/** Returns the email that tells the previous address that another address got the resume link. It doesn't name that address. */
export function replacedMail(program: MailProgram): MailContent {
  const { mail } = program.copy;
  return writeMail(program, {
    subject: mail.replacedSubject(program.name),
    preview: mail.replacedPreview,
    title: mail.replacedTitle,
    blocks: [{ paragraph: mail.replacedLink(program.name) }, { paragraph: mail.replacedByYou }],
    notYou: mail.replacedNotByYou(reachOf(program)),
    questions: mail.replacedReach,
  });
}

/** Returns a time such as "Friday, November 27, 3 p.m. Central time", in the time zone of the program’s phone hours. */
function momentInWords(moment: Date, { copy, phone }: Pick<MailProgram, 'copy' | 'phone'>): string {
  const parts = new Intl.DateTimeFormat(`${copy.language}-US`, {
    timeZone: phone?.timeZone ?? bankTimeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'longGeneric',
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('weekday')}, ${part('month')} ${part('day')}`;
  const time = part('minute') === '00' ? part('hour') : `${part('hour')}:${part('minute')}`;
  const zone = part('timeZoneName').replace(/Time$/, 'time');
  return copy.mail.moment(day, time, part('dayPeriod') === 'AM', zone);
}
