/** Writes the mails for resuming a draft (D55). They name the program, but contain nothing from the application. Pure. */
import type { CodePurpose } from '../db/queries/resume-codes.ts';
import { endOfSentence, type MailContent, type MailProgram, writeMail } from './mail-layout.ts';

/** Returns the mail with a code. This mail never contains the resume link. */
export function codeMail(
  program: MailProgram,
  { code, purpose, minutes }: { code: string; purpose: CodePurpose; minutes: number },
): MailContent {
  const { mail } = program.copy;
  const isOfLink = purpose === 'link';
  return writeMail(program, mail.codeSubject(program.name), [
    { heading: mail.codeTitle },
    { paragraph: isOfLink ? mail.codeOfLink(program.name) : mail.codeOfAddress(program.name) },
    { label: mail.codeLabel, value: `${code.slice(0, 3)} ${code.slice(3)}` },
    { paragraph: mail.codeTime(minutes) },
    { heading: mail.safeTitle },
    { paragraph: mail.codeIsSecret },
    { paragraph: isOfLink ? mail.codeNotYou : mail.codeNotAsked },
  ]);
}

/** Returns the mail with the resume link, or the reminder that the link will expire. */
export function linkMail(
  program: MailProgram,
  { link, until, isReminder }: { link: string; until: Date; isReminder: boolean },
): MailContent {
  const { mail } = program.copy;
  const { name } = program;
  const { subject, heading, leads } = isReminder
    ? { subject: mail.reminderSubject(name), heading: mail.reminderTitle, leads: mail.reminderLeads(name) }
    : { subject: mail.linkSubject(name), heading: mail.linkTitle, leads: mail.linkLeads(name) };
  return writeMail(program, subject, [
    { heading },
    { paragraph: leads },
    { button: mail.linkButton, href: link },
    { paragraph: mail.linkAsksForCode },
    { paragraph: mail.linkTime(momentInWords(until, program)) },
    { heading: mail.safeTitle },
    { paragraph: mail.neverAsked },
    { paragraph: mail.linkNotYou },
  ]);
}

/** Returns the mail to the previous email address of a resume link that got a new address. It doesn't name the new address. */
export function replacedMail(program: MailProgram): MailContent {
  const { mail } = program.copy;
  return writeMail(program, mail.replacedSubject(program.name), [
    { heading: mail.replacedTitle },
    { paragraph: mail.replacedLink(program.name) },
    { paragraph: mail.replacedByYou },
    { heading: mail.safeTitle },
    { paragraph: mail.neverAsked },
    { paragraph: mail.replacedNotByYou(endOfSentence(program.provider.fullName)) },
  ]);
}

/**
 * Returns a time in words, such as "Friday, November 27, at 3:00 PM Eastern Time". Always in Eastern Time and with its name,
 * because the reader's time zone is unknown.
 */
function momentInWords(moment: Date, { copy }: Pick<MailProgram, 'copy'>): string {
  return new Intl.DateTimeFormat(`${copy.language}-US`, {
    timeZone: 'America/New_York',
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'longGeneric',
  }).format(moment);
}
