/** The words of the emails to the applicant (D26, D34, D55). They contain no answers and no names, and never report an approval. */
import { byEmail } from './by-email.ts';
import { counted } from './counted.ts';
import { sent } from './sent.ts';

const { notMe } = byEmail.link;

export const mail = {
  /** Ends every mail. */
  signature: (provider: string, program: string) =>
    `${provider} sent this email for the ${program} Commercial Credit Card.`,
  neverAsked: 'We’ll never ask for your Social Security number or tax ID by email.',
  noReplies: 'No one reads replies to this email.',
  /** What a person does who finds a mail suspicious; completes the sentences below. */
  call: (number: string) => `call ${number}`,
  contact: (provider: string) => `contact ${provider}`,
  questions: 'Questions?',
  callUs: (number: string, hours: string) => `Call ${number} (${hours}).`,
  /** `provider` ends with a period. */
  contactUs: (provider: string) => `Contact ${provider}`,
  safeTitle: 'If this wasn’t you',

  subject: (program: string, reference: string) => `We have your ${program} application: ${reference}`,
  preview: 'Keep your reference number. Here’s what happens next.',
  previewMissing: 'The bank still needs one document from you.',
  title: 'We have your application',
  appliedFor: (program: string) => `Thanks for applying for the ${program} Commercial Credit Card.`,
  notApproval: 'The bank hasn’t decided yet, so this email isn’t an approval.',
  referenceLabel: 'Reference number',
  keepNumber: 'Keep this number. You’ll need it if you call or visit about your application.',
  nextTitle: sent.next,
  received: sent.received,
  by: sent.by,
  haveNumber: sent.questions,
  checksAnswers: (provider: string) => `${provider} will check your answers.`,
  checksAnswersAndDocument: (provider: string) => `${provider} will check your answers and your document.`,
  mayAsk: 'The bank may ask you for more information.',
  decides: 'The bank will tell you its decision.',
  notYou: (reach: string) =>
    `If you didn’t apply for this card, ${reach} right away. Someone may have used your name or your email address.`,
  missingTitle: 'We need one more thing',
  showBusiness: 'The bank needs a document that shows your business is registered.',
  oneOfThese: 'Any one of these will do:',
  localMerchant: 'your local merchant',
  takeCopy: (merchant: string) => `Take a copy to ${merchant} and give your reference number.`,
  notByEmail: 'Don’t email the document. Email isn’t safe for it.',

  codeSubject: (code: string, program: string) => `${code} is your ${program} application code`,
  codePreview: (minutes: number) => `It works once, for ${counted(minutes, 'minute')}. Don’t share it.`,
  codeTitle: 'Here’s your code',
  codeOfAddress: (program: string) =>
    `Enter this code on the page that asks for it. Then we’ll email you a link, so you can finish your application for the ${program} Commercial Credit Card later.`,
  codeOfLink: (program: string) =>
    `Enter this code on the page that asks for it. Then you can finish your application for the ${program} Commercial Credit Card.`,
  codeLabel: 'Code',
  codeTime: (minutes: number) => `The code works once, for ${counted(minutes, 'minute')}.`,
  codeIsSecret: 'Don’t share this code. We’ll never ask for it by phone, text, or email.',
  codeNotAsked:
    'If you didn’t ask for this code, you can ignore this email. Without the code, we won’t send anything more.',
  codeNotYou: `If you didn’t open the link, someone else has it. They can’t continue without this code. To turn the link off for good, open it in our earlier email and press “${notMe}”.`,

  linkSubject: (program: string) => `Finish your ${program} application`,
  linkPreview: (until: string) => `Your link works until ${until}.`,
  linkTitle: 'Finish your application',
  linkLeads: (program: string) =>
    `You started an application for the ${program} Commercial Credit Card. You can finish it on any phone or computer.`,
  linkButton: 'Continue my application',
  linkAsksForCode:
    'When you open the link, we’ll email a code to this address. You’ll need it to see your answers.',
  linkTime: (until: string) =>
    `The link works once, until ${until}. After that, we’ll erase your answers, unless you’ve saved more since then.`,
  linkNotYou: `If you didn’t ask for this email, open the link and press “${notMe}”. That turns the link off, and no one can use it.`,
  reminderSubject: (program: string) => `One day left to finish your ${program} application`,
  reminderTitle: 'One day left to finish',
  reminderLeads: (program: string) =>
    `You haven’t finished your application for the ${program} Commercial Credit Card yet. You can finish it on any phone or computer.`,

  replacedSubject: (program: string) => `The email address for your ${program} application changed`,
  replacedPreview: 'If you didn’t change it, tell the bank right away.',
  replacedTitle: 'Your email address was changed',
  replacedLink: (program: string) =>
    `The link to your application for the ${program} Commercial Credit Card now goes to another email address. The link that we sent to this address no longer works.`,
  replacedByYou: 'If you made this change, you don’t need to do anything.',
  replacedNotByYou: (reach: string) =>
    `If you didn’t make this change, someone else has opened your application. To stop them, ${reach} right away.`,
};
