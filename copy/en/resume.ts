/** The words shown after a session has ended, and the words for resuming on the device (D55). */
import { mostMisses } from '../../form/limits/resume-limits.ts';
import { counted } from './counted.ts';
import { likeDate } from './shared-field-words.ts';

export const resume = {
  offer: 'Pick up where you left off',
  startNew: 'Start a new application',
  locked: {
    title: 'Pick up where you left off',
    why: 'To protect you, we locked the application on this device. To continue, confirm that it’s yours.',
    taxId: 'Last 4 digits of your tax ID',
    taxIdHint: 'Your EIN or Social Security number',
    taxIdFix: 'Enter the last 4 digits of your tax ID.',
    born: 'Your date of birth, if you entered it',
    bornHint: `${likeDate}. Leave it blank if you didn’t get that far`,
    bornFix: 'Enter the whole date, or leave it blank.',
    open: 'Continue',
    refused: 'That doesn’t match.',
    refusedFix: `Check the 4 digits. Enter your date of birth only if you entered it earlier. After ${mostMisses} failed attempts, we’ll remove the application from this device.`,
    notMe: 'This isn’t my application',
  },
  close: {
    title: 'Remove this application from this device?',
    text: 'No one will be able to continue it on this device. If it can’t be opened any other way, we’ll delete it.',
    confirm: 'Remove it',
    keep: 'Keep it',
  },
  closed: {
    title: 'The application was removed from this device',
    text: 'No one can continue it on this device. You don’t need to do anything else.',
  },
  tooMany: {
    title: 'We removed the application from this device',
    text: 'There were too many failed attempts. To protect the applicant, no one can continue the application on this device. If we emailed you a link, you can still use it.',
  },
  none: {
    title: 'No saved application on this device',
    text: 'Your application may have expired, or you may have started it on another device. If we emailed you a link that you haven’t used yet, open it to continue.',
  },
  /** Shown after a reload of the page that a link in an email had opened. */
  linkLost: {
    title: 'Open the link in your email again',
    text: 'To protect you, this page doesn’t keep the link. You can still open it from your email until the time shown there.',
  },
  kept: {
    title: 'Welcome back. Your answers are saved.',
    /** `sections` are the names of the sections that are complete. */
    done: (sections: string) => `Sections done: ${sections}.`,
    here: 'Continue below.',
    documents: 'You uploaded',
    startOver: 'Not your application? Start over',
  },
  startOver: {
    title: 'Start over?',
    text: 'We’ll delete all answers saved in this application.',
    confirm: 'Delete and start over',
    keep: 'Keep this application',
  },
  /** Shown if the browser blocks cookies, so no session can begin. */
  cookies: {
    title: 'To apply, allow cookies',
    why: (host: string) =>
      `Your browser is blocking cookies for ${host}. We need them to keep your application safe while you fill it out. We don’t use them for ads or tracking.`,
    /** `tryAgain` is the label of the alert's button. */
    how: (host: string, tryAgain: string) => [
      'Open the settings for this site. In most browsers, press the icon next to the web address.',
      `Allow cookies for ${host}.`,
      `Come back to this page. If it doesn’t continue on its own, press “${tryAgain}.”`,
    ],
    iPhone:
      'On an iPhone or iPad, open Settings, then Apps, then Safari, then Advanced. Turn off “Block All Cookies.”',
    others: 'A private window or an ad blocker can block cookies, too.',
  },
  /** The finish page of an application that was not submitted. */
  ended: {
    cancel: {
      title: 'You ended your application',
      text: 'We deleted your answers. You can start a new application at any time.',
    },
    timeout: { title: 'We ended your session to protect you', text: 'You were away for a while.' },
    kept: (hours: number) =>
      `Your saved answers are protected. You can pick up where you left off on this device for ${counted(hours, 'hour')} after your last answer.`,
    deleted: 'We deleted your answers. You can start a new application at any time.',
    /** Shown after “Save and finish later” in the same session. */
    mailed: 'Your answers are saved. Use the link in your email to continue.',
    deletedOrMailed:
      'If we emailed you a link that you haven’t used yet, open it to continue. Otherwise, we deleted your answers to protect you. You can start a new application at any time.',
  },
  errors: {
    notYou: 'It’s a problem on our end, not yours.',
    sessionTitle: 'Your session has ended',
    unclearTitle: 'We’re not sure we received your application',
    unclear:
      'If we received your application, you’ll get an email within an hour. If you don’t get an email, contact us before you apply again.',
  },
};
