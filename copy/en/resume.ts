/** The words shown after a session has ended, and the words for resuming on the device (D55). */
import { mostMisses } from '../../form/limits/resume-limits.ts';
import { counted } from './counted.ts';
import { likeDate } from './shared-field-words.ts';

export const resume = {
  offer: 'Pick up where you left off',
  startNew: 'Start a new application',
  locked: {
    title: 'Pick up where you left off',
    why: 'To protect you, we locked the application on this device. To continue, show us that it’s yours.',
    taxId: 'Last 4 digits of the federal tax ID',
    taxIdHint: 'The number you entered for the business',
    taxIdFix: 'Enter the last 4 digits of the tax ID.',
    born: 'Your date of birth',
    bornHint: `${likeDate}. Leave it blank if you didn’t get that far`,
    bornFix: 'Enter the whole date, or leave it blank.',
    open: 'Continue',
    refused: 'That doesn’t match.',
    refusedFix: `Check the 4 digits. Give your date of birth only if you entered it before. After ${mostMisses} wrong tries, we’ll close the application.`,
    notMe: 'This isn’t my application',
  },
  close: {
    title: 'Close the application on this device?',
    text: 'No one will be able to continue it on this device. If it can’t be opened any other way, we’ll delete it.',
    confirm: 'Close it',
    keep: 'Keep it',
  },
  closed: {
    title: 'The application is closed here',
    text: 'No one can continue it on this device anymore. You don’t have to do anything else.',
  },
  tooMany: {
    title: 'We closed the application on this device',
    text: 'There were too many wrong tries. To protect its owner, no one can continue it here anymore.',
  },
  none: {
    title: 'There’s nothing to continue here',
    text: 'There’s no saved application on this device. It may have expired, or you may have started it on another device. If we emailed you a link, open it from that email.',
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
    startOver: 'Not yours? Start over',
  },
  startOver: {
    title: 'Start over?',
    text: 'We’ll delete all your saved answers.',
    confirm: 'Delete and start over',
    keep: 'Keep my answers',
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
      `Come back to this page. If it doesn’t continue on its own, press “${tryAgain}”.`,
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
      `Your saved answers are protected. On this device, you can pick up where you left off for ${counted(hours, 'hour')} after your last answer.`,
    deleted: 'We deleted your answers. You can start again at any time.',
    /** Shown after “Save and finish later” in the same session. */
    mailed: 'Your answers are saved. Use the link in your email to continue.',
    deletedOrMailed:
      'If we emailed you a link, it still works. If not, we deleted your answers. You can start again at any time.',
  },
  errors: {
    notYou: 'It’s not your fault. Something went wrong on our end.',
    sessionTitle: 'Your session has ended',
    unclearTitle: 'We’re not sure we got your application',
    unclear:
      'If we got it, you’ll get an email within an hour. If no email comes, ask us before you apply again.',
  },
};
