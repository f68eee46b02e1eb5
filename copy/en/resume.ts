/** The words after an interruption: after a session has ended, and for resuming on the device (D55). */
import { mostMisses } from '../../form/limits/resume-limits.ts';
import { counted } from './counted.ts';
import { likeDate } from './shared-field-words.ts';

export const resume = {
  offer: 'Continue where you stopped',
  startNew: 'Start a new application',
  locked: {
    title: 'Continue where you stopped',
    why: 'To protect you, we locked the application on this device. Show us that it is yours, and go on.',
    taxId: 'Last 4 digits of the federal tax ID',
    taxIdHint: 'The number you gave for the business',
    taxIdFix: 'Enter the last 4 digits of the tax ID.',
    born: 'Your date of birth, if you gave it here before',
    bornHint: `${likeDate}. Leave it empty if you had not come that far`,
    bornFix: 'Enter the whole date, or leave it empty.',
    open: 'Continue',
    refused: 'That does not match.',
    refusedFix: `Check the 4 digits. Enter your date of birth only if you gave it here before. After ${mostMisses} wrong tries we close the application.`,
    other: 'Not your application?',
    notMe: 'This was not me',
  },
  close: {
    title: 'Close the application on this device?',
    text: 'Nobody can continue it here any more. If there is no other way in, we delete it.',
    confirm: 'Close it',
  },
  closed: {
    title: 'The application is closed here',
    text: 'Nobody can continue it on this device any more. You do not have to do anything else.',
  },
  tooMany: {
    title: 'We closed the application on this device',
    text: 'There were too many wrong tries. To protect its owner, nobody can continue it here any more.',
  },
  none: {
    title: 'There is nothing to continue here',
    text: 'We hold no saved application on this device. Its time may be over, or it was begun on another device. If we emailed you a link, open it in that email.',
  },
  /** Shown after a reload of the page that a link in an email had opened. */
  linkLost: {
    title: 'Open the link in your email again',
    text: 'To protect you, this page doesn’t keep the link. It still works from your email, for as long as the email says.',
  },
  kept: {
    title: 'Here’s what we saved.',
    done: (done: number, of: number) =>
      `${done} of ${counted(of, 'part')} ${done === 1 ? 'is' : 'are'} done.`,
    documents: 'Your documents:',
    notYours: 'Not yours? Or do you want to begin again?',
    startOver: 'Start over',
  },
  startOver: {
    title: 'Start over?',
    text: 'We delete all the answers that we kept.',
    confirm: 'Delete and start over',
  },
  startAgain: 'Start again',
  /** Shown if the browser blocks cookies, so no session can begin. */
  cookies: {
    title: 'Allow cookies to apply',
    why: (host: string) =>
      `Your browser blocks cookies for ${host}. We need them to keep your application safe while you fill it in. We don’t use them for ads or tracking.`,
    /** `tryAgain` is the label of the alert's button. */
    how: (host: string, tryAgain: string) => [
      'Open the settings for this site. In most browsers, they are behind the icon next to the address.',
      `Allow cookies for ${host}.`,
      `Come back to this page. If it doesn’t continue by itself, press “${tryAgain}”.`,
    ],
    iPhone: 'On an iPhone or iPad: open Settings, then Apps, Safari, Advanced. Turn off “Block All Cookies”.',
    others: 'A private window or an ad blocker can block cookies too.',
  },
  /** The finish page of an application that was not submitted. */
  ended: {
    cancel: {
      title: 'Application canceled',
      text: 'We deleted your answers. You can start again at any time.',
    },
    timeout: { title: 'We ended your session to protect you', text: 'You were away for a while.' },
    kept: (hours: number) =>
      `What you saved is locked on this device. You can continue it here for ${counted(hours, 'hour')} after your last answer.`,
    deleted: 'We deleted your answers. You can start again at any time.',
    deletedOrMailed:
      'If we emailed you a link, it still works. If not, we deleted your answers. You can start again at any time.',
  },
  errors: {
    notYou: 'It’s not your fault. Something went wrong on our side.',
    sessionTitle: 'Your session is over',
    unclearTitle: 'We could not find out if we have your application',
    unclear: 'If we do, you will get an email. If none comes within an hour, start again.',
  },
};
