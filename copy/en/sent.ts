/** The words of the finish page of a submitted application. They load with this page. */
import { page } from './page.ts';

export const sent = {
  completed: {
    title: 'We received your application',
    /** Shown if the program has no steps after the submission, or if the page doesn't know the time of the submission. */
    looked: (provider: string) => `${provider} will review your application and tell you its decision.`,
  },
  pending: {
    title: 'We still need a document from you',
    text: 'We received your application, but we can’t review it yet. We need a document to verify your business.',
    oneOfThese: 'We accept any one of these:',
    takeCopy: (merchant: string) =>
      `Take a copy of the document to ${merchant} and give them your reference number.`,
  },
  /** Shown if the page has no application, for example after a reload. The texts are true whether or not the person applied. */
  later: {
    completed: {
      title: 'Check your email for the confirmation',
      text: 'If you just applied, the email has your reference number and says what happens next.',
    },
    pending: {
      title: 'Check your email for the next step',
      text: 'If we still need a document from you, the email lists the ones we accept. It also says where to take yours.',
    },
    contact: (provider: string) => `Questions? Contact ${provider}.`,
  },
  reference: page.reference,
  copy: 'Copy',
  copied: 'Copied. Paste it into your notes.',
  share: 'Share',
  shared: (program: string, number: string) => `${program} card application, reference number ${number}`,
  received: 'You applied',
  documentArrives: 'You bring in the document',
  by: (day: string) => `By ${day}`,
  /** Only screen readers get `later`. People who see the page can see that the step comes after the step marked `current`. */
  stepState: { done: 'Done', current: 'Up next', later: 'Later' },
  questions: 'Questions? Have your reference number ready.',
  mail: (address: string, provider: string) => `${provider} will send a confirmation email to ${address}.`,
  print: 'Print or save as PDF',
  next: 'What happens next',
  /** Details of the application. Only the printed page shows them. */
  record: {
    title: 'For your records',
    business: 'Business',
    bank: 'Bank',
    card: 'Card',
    cardName: (program: string) => `${program} Commercial Credit Card`,
    sent: 'Submitted',
    agreedTo: 'What you agreed to',
    version: 'Version',
    agreedOn: 'Agreed on',
  },
};
