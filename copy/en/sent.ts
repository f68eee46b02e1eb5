/** The words of the finish page of a submitted application. They load with this page. */
import { page } from './page.ts';

export const sent = {
  completed: {
    title: 'Done. We received your application.',
    text: (provider: string) => `${provider} will review it and get back to you.`,
  },
  pending: {
    title: 'We still need a document from you',
    text: (provider: string) =>
      `${provider} received your application. We need a document that shows your business is registered.`,
    next: (merchant: string | null, merchantHelp: string | null) =>
      `Take a copy of the document to ${merchant ?? 'your local merchant'}. Have your reference number ready. ${merchantHelp ?? ''}`.trim(),
  },
  /** Shown if the page has no application, for example after a reload. The texts are true whether or not the person applied. */
  later: {
    completed: 'If you just applied, we received your application',
    pending: 'If you just applied, we still need a document from you',
    document: 'We need a document that shows your business is registered.',
    mail: 'Check your email for the confirmation.',
    looked: (provider: string) => `${provider} reviews each application and then gets back to you.`,
    contact: (provider: string) =>
      `Questions? Contact ${provider}. Have the reference number from the email ready.`,
  },
  reference: page.reference,
  copy: 'Copy',
  copied: 'Copied. Paste it into your notes.',
  share: 'Share',
  shared: (program: string, number: string) => `${program} card application, reference number ${number}`,
  received: 'We received your application',
  by: (day: string) => `By ${day}`,
  questions: 'Questions? Have your reference number ready.',
  mail: (address: string, provider: string) => `${provider} will send a confirmation email to ${address}.`,
  print: 'Print or save as PDF',
  next: 'What happens next',
  /** The details of the application that only the printed page shows. */
  record: {
    title: 'For your records',
    bank: 'Bank',
    card: 'Card',
    cardName: (program: string) => `${program} Commercial Credit Card`,
    sent: 'Submitted',
    agreedTo: 'What you agreed to',
    version: 'Version',
    agreedOn: 'Agreed on',
  },
};
