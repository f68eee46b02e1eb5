/** Creates each kind of email of a program with the product's code and sample values. */
import { confirmationMail } from '../../server/delivery/confirmation-mail.ts';
import type { MailContent } from '../../server/delivery/mail-layout.ts';
import { codeMail, linkMail, replacedMail } from '../../server/delivery/resume-mail.ts';
import type { Program } from '../../server/programs/programs.ts';

export const sampleLink =
  'https://card.quillbrook.example/resume#Zm9yIG5vYm9keSBidXQgdGhlIG9uZSB3aG8gYXNrZWQh';
export const sampleCode = '042137';

export const mailNames = [
  'confirmation',
  'confirmation-pending',
  'code',
  'code-of-link',
  'link',
  'reminder',
  'replaced',
] as const;

/** Returns the emails of a program, keyed by name. */
export function sampleMails(program: Program): Readonly<Record<(typeof mailNames)[number], MailContent>> {
  const until = new Date('2026-11-27T20:00:00Z');
  const confirmed = {
    program,
    referenceNumber: 'QWER-1234-5678',
    submitted: new Date('2026-11-21T17:00:00Z'),
    organizationType: 'partnership',
  } as const;
  return {
    confirmation: confirmationMail({ ...confirmed, isPending: false }),
    'confirmation-pending': confirmationMail({ ...confirmed, isPending: true }),
    code: codeMail(program, { code: sampleCode, purpose: 'address', minutes: 10 }),
    'code-of-link': codeMail(program, { code: sampleCode, purpose: 'link', minutes: 10 }),
    link: linkMail(program, { link: sampleLink, until, isReminder: false }),
    reminder: linkMail(program, { link: sampleLink, until, isReminder: true }),
    replaced: replacedMail(program),
  };
}
