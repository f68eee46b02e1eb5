/** The words for resuming by email (D55): for the dialog that sends a link, and for the page that the link opens. */
import { mailCode } from '../../form/limits/resume-limits.ts';
import { counted } from './counted.ts';

const works = `The code works for ${counted(mailCode.minutes, 'minute')}.`;
const atMost = `You can get up to ${counted(mailCode.perHour, 'code')} an hour.`;

export const byEmail = {
  /** The dialog “Save and finish later”. */
  save: {
    lead: (days: number) =>
      `We’ll email you a link to finish your application on any phone or computer. It works once and expires in ${counted(days, 'day')}.`,
    why: 'First, we’ll email you a code to make sure the address is yours. Then we’ll email you the link.',
    notTyped: 'The answers on this screen aren’t saved yet.',
    saveScreen: 'Save this screen first',
    label: 'Your email',
    hint: 'Like name@example.com. Use an address only you can access',
    required: 'Enter your email.',
    send: 'Send code',
    sent: (email: string) => `We sent a code to ${email}. ${works}`,
    sentAgain: (email: string) => `We sent a new code to ${email}. The old one no longer works.`,
    other: 'Use a different email',
    tooMany: `We didn’t send a new code. ${atMost} Use the latest one, or try again later.`,
    refused: 'That code is wrong or has expired. Check it, or get a new one.',
    saved: 'Your application is saved.',
    onItsWay: (email: string, days: number) =>
      `The link is on its way to ${email}. It works once and expires in ${counted(days, 'day')}.`,
    choose: 'You can keep going or close this page.',
    goOn: 'Keep going',
    finish: 'Leave for now',
    sending: 'Your document is still uploading. Keep this page open.',
  },
  code: {
    label: 'Code from the email',
    hint: `${mailCode.digits} digits`,
    required: `Enter the ${mailCode.digits}-digit code we sent you.`,
    confirm: 'Continue',
    again: 'Send a new code',
    busy: 'One moment…',
  },
  /** The page that the link opens. */
  link: {
    title: 'Continue your application',
    lead: 'You saved a card application and asked for this link.',
    why: 'To make sure it’s you, we’ll send a code to the email address that received this link.',
    send: 'Send me a code',
    codeTitle: 'Enter the code',
    sent: `If your link is still valid, we sent a code to the email address that received the link. ${works}`,
    sentAgain: 'If your link is still valid, we sent a new code. The old one no longer works.',
    none: `No email? Check your spam folder. ${atMost}`,
    refused:
      'That code is wrong or has expired, or the link has already been used. Check the code, get a new one, or start a new application.',
    /** Shown if the server can't be reached or is busy. */
    away: 'Something went wrong. Wait a moment, then try again.',
    notMe: 'This isn’t my application',
    close: {
      title: 'Turn off this link?',
      text: 'No one will be able to use it. If the application can’t be opened any other way, we’ll delete it.',
      confirm: 'Turn it off',
      keep: 'Keep the link',
    },
    closed: {
      title: 'We turned off the link',
      text: 'No one can use it. You don’t need to do anything else.',
    },
  },
  /** The finish page after “Save and finish later”. */
  later: {
    title: 'Your application is saved',
    text: (days: number) =>
      `Use the link in your email on any phone or computer. It works once and expires in ${counted(days, 'day')}. You can close this page now.`,
    onDevice: (hours: number) =>
      `On this device, you can also continue without the link for ${counted(hours, 'hour')} after your last answer.`,
  },
};
