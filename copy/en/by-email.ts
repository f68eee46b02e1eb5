/** The words for resuming by email (D55): for the dialog that sends a link, and for the page that the link opens. */
import { mailCode } from '../../form/limits/resume-limits.ts';
import { counted } from './counted.ts';

const works = `It works for ${counted(mailCode.minutes, 'minute')}.`;
const atMost = `We send ${counted(mailCode.perHour, 'code')} an hour at most.`;

export const byEmail = {
  /** The dialog “Save and finish later”. */
  save: {
    lead: (days: number) =>
      `We email you a link. For ${counted(days, 'day')} it opens your application on any phone or computer.`,
    why: 'First, a code shows us that the email is yours.',
    /** Shown if the screen behind the dialog has answers that aren't saved yet. */
    notTyped: 'What you typed on this screen is saved once you press Next.',
    label: 'Your email',
    hint: 'Use one that nobody else reads, like name@example.com',
    required: 'Enter your email.',
    send: 'Send code',
    sent: (email: string) => `We sent a code to ${email}. ${works}`,
    sentAgain: (email: string) => `We sent a new code to ${email}. The one before no longer works.`,
    other: 'Use another email',
    tooMany: `${atMost} Use the last one, or wait a while.`,
    refused: 'This code is wrong or too old. Check it, or send a new one.',
    saved: 'Your application is saved.',
    onItsWay: (email: string, days: number) =>
      `The link is on its way to ${email}. It works for ${counted(days, 'day')}.`,
    choose: 'You can go on now, or close this page.',
    goOn: 'Go on now',
    finish: 'Finish later',
    sending: 'Your document is still being sent. Keep this page open.',
  },
  code: {
    label: 'Code from the email',
    hint: `${mailCode.digits} digits`,
    required: `Enter the ${mailCode.digits} digits that we sent you.`,
    confirm: 'Continue',
    again: 'Send a new code',
    busy: 'One moment…',
  },
  /** The page that the link opens. */
  link: {
    title: 'Go on with your application',
    lead: 'You saved a card application and asked for this link.',
    why: 'To be sure it is you, we send a code to the email that got the link. Type the code here and go on.',
    send: 'Send me a code',
    codeTitle: 'Enter the code',
    sent: `If your link still works, a code is on its way to the same email. ${works}`,
    sentAgain: 'If your link still works, a new code is on its way. The one before no longer works.',
    none: `No email? Look in your spam folder. ${atMost}`,
    refused:
      'That did not work. The code is wrong or too old, or the link was used before. Send a new code, or start over.',
    /** Shown if the server can't be reached or is busy. */
    away: 'That did not work just now. Wait a little, then try again.',
    startOver: 'Start over',
    notMe: 'This was not me',
    close: {
      title: 'Close this link?',
      text: 'After that nobody can use it. If there is no other way in, we delete the application.',
      confirm: 'Close the link',
    },
    closed: {
      title: 'The link is closed',
      text: 'Nobody can use it any more. You do not have to do anything else.',
    },
  },
  /** The finish page after “Finish later”. */
  later: {
    title: 'Your application is saved',
    text: (days: number) =>
      `The link in your email opens it for ${counted(days, 'day')}, on any phone or computer. You can close this page now.`,
  },
};
