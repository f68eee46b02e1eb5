/** The words of the emails to the applicant (D26, D34, D55). They contain no answers or names, and never report an approval. */
import { byEmail } from './by-email.ts';
import { counted } from './counted.ts';
import { customScreens } from './custom-screens.ts';
import { sent } from './sent.ts';

const { notMe, send } = byEmail.link;

export const mail = {
  /** The line below the program’s name at the top of every email. */
  businessCard: (provider: string) => `${provider} business credit card`,
  /** Part of the footer of every email. */
  signature: (provider: string, program: string) =>
    `${provider} sent you this email about the ${program} Commercial Credit Card.`,
  neverAsked: 'We’ll never ask for your Social Security number or tax ID by email.',
  noReplies: 'Replies to this email aren’t monitored.',
  /** Says what to do about a suspicious email. The argument `reach` of `notYou` is this text or `contactSoon`. */
  callSoon: 'Call us as soon as you can',
  contactSoon: (provider: string) => `Contact ${provider} as soon as you can`,
  questions: 'Questions?',
  callUs: (number: string, hours: string) => `Call ${number} (${hours}).`,
  /** `provider` is the provider's full name with a period at the end. */
  contactUs: (provider: string) => `Contact ${provider}`,
  /** The line below a button. It says which site the button opens, so people can check the site before they press the button. */
  buttonOpens: (host: string) => `This button opens ${host}`,
  safeTitle: 'If this wasn’t you',

  subject: (program: string, reference: string) => `We received your ${program} application: ${reference}`,
  subjectMissing: (program: string, reference: string) =>
    `We still need a document for your ${program} application: ${reference}`,
  preview: 'Keep your reference number. Here’s what happens next.',
  previewMissing: 'See which documents we accept and where to take yours.',
  title: 'We received your application',
  titleMissing: sent.pending.title,
  appliedFor: (program: string) => `Thanks for applying for the ${program} Commercial Credit Card.`,
  notApproval: 'We haven’t made a decision yet. This email isn’t an approval.',
  referenceLabel: 'Reference number',
  nextTitle: sent.next,
  received: sent.received,
  documentArrives: sent.documentArrives,
  by: sent.by,
  stepState: sent.stepState,
  haveNumber: sent.questions,
  checksAnswers: (provider: string) => `${provider} will review your answers.`,
  checksAnswersAndDocument: (provider: string) => `${provider} will review your answers and your document.`,
  mayAsk: 'We may ask you for more information.',
  decides: 'We’ll tell you our decision.',
  notYou: (reach: string) =>
    `${reach}. Someone may have used your name or your email address to apply for this card.`,
  showBusiness: 'We can’t review your application yet. We need a document to verify your business.',
  oneOfThese: sent.pending.oneOfThese,
  localMerchant: 'your local merchant',
  takeCopy: sent.pending.takeCopy,
  notByEmail: 'Don’t email the document. Email isn’t secure.',

  codeSubject: (code: string, program: string) => `${code} is your ${program} application code`,
  codePreview: (minutes: number) =>
    `It works once and expires in ${counted(minutes, 'minute')}. Don’t share it.`,
  codeTitle: 'Your application code',
  codeOfAddress: (program: string) =>
    `Go back to your application for the ${program} Commercial Credit Card and enter this code. Then we’ll email you a link so you can finish later.`,
  codeOfLink: (program: string) =>
    `Go back to your application for the ${program} Commercial Credit Card and enter this code. Then you can pick up where you left off.`,
  codeLabel: (digits: number) => `${digits}-digit code`,
  codeTime: (minutes: number) => `The code works once and expires in ${counted(minutes, 'minute')}.`,
  codeIsSecret: 'Don’t share this code. We’ll never ask for it by phone, text, or email.',
  codeNotAsked: 'You can ignore this email. We won’t send a link unless someone enters this code.',
  codeNotYou: `Someone else may have your link, but they can’t continue without this code. To turn off the link for good, open it in our earlier email and press “${notMe}.”`,

  moment: (day: string, time: string, isMorning: boolean, zone: string) =>
    `${day}, ${time} ${isMorning ? 'a.m.' : 'p.m.'} ${zone}`,
  linkSubject: (program: string) => `Finish your ${program} application`,
  linkPreview: (until: string) => `Your link works until ${until}.`,
  linkFinishBy: (until: string) => `Finish by ${until}.`,
  linkTitle: 'Finish your application',
  linkLeads: (program: string) =>
    `You started an application for the ${program} Commercial Credit Card. You can finish it on any phone or computer.`,
  linkButton: 'Continue my application',
  linkAsksForCode: `On the page that opens, press “${send}.” We’ll email a code to this address. Enter it to continue. The link works once.`,
  linkDeletes: `If you don’t finish in time, we’ll delete your answers. If you need to stop again, press “${customScreens.finishLater}” to get a new link.`,
  linkNotYou: `Open the page and press “${notMe}.” That turns off the link, so no one can use it.`,
  reminderSubject: (program: string) => `One day left to finish your ${program} application`,
  reminderTitle: 'One day left to finish',
  reminderLeads: (program: string) =>
    `You haven’t finished your application for the ${program} Commercial Credit Card yet. You can finish it on any phone or computer.`,

  replacedSubject: (program: string) => `The email address for your ${program} application changed`,
  replacedPreview: 'If you didn’t change it, contact us as soon as you can.',
  replacedTitle: 'The email address for your application changed',
  replacedLink: (program: string) =>
    `We sent a new link for your ${program} Commercial Credit Card application to another email address. The link we sent to this address no longer works.`,
  replacedByYou: 'If you made this change, you don’t need to do anything.',
  replacedNotByYou: (reach: string) => `${reach}. Someone else may have opened your application.`,
  replacedReach: 'How to reach us:',
};
