/**
 * The words of the emails to the applicant: the confirmation (D26, D34), and the emails about resuming a draft (D55). They never
 * say that the application is approved, and contain no names of people and no answers.
 */
import { byEmail } from './by-email.ts';
import { counted } from './counted.ts';

const { notMe } = byEmail.link;

export const mail = {
  subject: (program: string, reference: string) =>
    `Your ${program} Commercial Credit Card application ${reference}`,
  title: 'We have your application',
  appliedFor: (program: string) => `You applied for the ${program} Commercial Credit Card.`,
  referenceLabel: 'Reference number',
  keepNumber: 'Keep this number. You need it when you ask about your application.',
  nextTitle: 'What happens next',
  checksAnswers: (provider: string) => `${provider} checks your answers.`,
  checksAnswersAndDocument: (provider: string) => `${provider} checks your answers and your document.`,
  mayAsk: 'The bank may ask you for more information.',
  decides: 'The bank tells you what it decides. This email is not an approval.',
  safeTitle: 'Stay safe',
  neverAsked:
    'We never ask for your Social Security number or tax ID by email. Nobody reads replies to this email.',
  notYou: (provider: string) => `If you did not apply, tell ${provider}`,
  missingTitle: 'We need one more thing',
  showBusiness: 'Show proof of your business.',
  oneOfThese: 'One of these documents will do:',
  localMerchant: 'your local merchant',
  takeCopy: (merchant: string) => `Take a copy to ${merchant} and give your reference number.`,
  notByEmail: 'Do not send the document by email. Email is not safe for it.',
  codeSubject: (program: string) => `Your code for the ${program} Commercial Credit Card`,
  codeTitle: 'Your code',
  codeOfAddress: (program: string) =>
    `You want to finish your application for the ${program} Commercial Credit Card later. Type this code on the page that asks for it. Then we send you the link.`,
  codeOfLink: (program: string) =>
    `Somebody opened the link to an application for the ${program} Commercial Credit Card that we sent you. Type this code on the page that asks for it.`,
  codeLabel: 'Code',
  codeTime: (minutes: number) => `The code works once, for ${counted(minutes, 'minute')}.`,
  codeIsSecret: 'Give this code to nobody. We never ask for it by phone or email.',
  codeNotAsked: 'If you did not ask for this code, do nothing. Without it, we send nothing more.',
  codeNotYou: `If you did not open the link, somebody else has it. They cannot go on without this code. To close the link for good, open it in our earlier email and press “${notMe}”.`,
  linkSubject: (program: string) => `Finish your ${program} Commercial Credit Card application`,
  linkTitle: 'Finish your application',
  linkLeads: (program: string) =>
    `You began to apply for the ${program} Commercial Credit Card. Use this link to go on, on any phone or computer.`,
  linkButton: 'Go on with my application',
  linkTime: (until: string) =>
    `The link works once, until ${until}. Then we erase the answers, unless you saved more of them since.`,
  linkAsksForCode: 'It asks for a code, which we send to this address when you open it.',
  linkNotYou: `If you did not ask for this email, open the link and press “${notMe}”. That closes it, and nobody can use it any more.`,
  reminderSubject: (program: string) => `One day left to apply for the ${program} Commercial Credit Card`,
  reminderTitle: 'One day left',
  reminderLeads: (program: string) =>
    `You have not finished your application for the ${program} Commercial Credit Card yet.`,
  replacedSubject: (program: string) =>
    `A new email address is set for your ${program} Commercial Credit Card`,
  replacedTitle: 'The email address was changed',
  replacedLink: (program: string) =>
    `The link to your application for the ${program} Commercial Credit Card now goes to another email address. The link that we sent to this address no longer works.`,
  replacedByYou: 'If you changed the address, you do not need to do anything.',
  replacedNotByYou: (provider: string) =>
    `If you did not change it, somebody else has opened your application. Tell ${provider}`,
  signature: (provider: string, program: string) => `${provider}, for ${program}`,
};
