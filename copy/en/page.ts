import { sessionsPerBrowser } from '../../form/limits/session-limits.ts';
import { counted } from './counted.ts';
import { first } from './first.ts';

/** The page's words for buttons, announcements, landmarks and dialogs. */
export const page = {
  next: 'Next',
  back: 'Back',
  cancel: 'Cancel',
  change: 'Change',
  remove: 'Remove',
  replace: 'Replace',
  show: 'Show',
  hide: 'Hide',
  tryAgain: 'Try again',

  helpWith: (label: string) => `Help: ${label}`,

  /** The page shows this text before the specification's sentences about a failed call. */
  nothingLost: 'That didn’t work. Nothing you entered is lost.',
  saving: 'Saving…',
  stillWorking: 'Still working. Keep this page open.',

  /** Only screen readers get this text. Other people see the progress line. */
  sectionOf: (number: number, of: number) => `Section ${number} of ${of}:`,
  /** `reading` is the number of minutes needed to read the remaining agreements; 0 before the review. `minutes` doesn't include it. */
  minutesLeft: (minutes: number, reading: number) =>
    reading > 0 ? `${minutes} min left + ${reading} min reading` : `${minutes} min left`,
  sectionListTitle: 'Sections',
  sidePanel: 'Help',

  errorPrefix: 'Error: ',
  fieldErrors: (count: number) => `${counted(count, 'answer')} to fix`,

  /** Says how many characters are left or, if `left` is negative, how many characters are over the limit. */
  typedLeft: (left: number, max: number) => {
    return left < 0 ? `${-left} over the limit of ${max}` : `${counted(left, 'character')} left`;
  },

  beforeYouAnswer: 'Before you answer:',

  month: 'Month',
  day: 'Day',
  year: 'Year',
  chooseFromCalendar: 'Choose from calendar',
  chooseState: 'Choose a state',
  chooseOne: 'Choose one',
  /** Announced when an answer adds a question to the same screen. */
  asksFor: (label: string) => `New question: ${label}`,
  youEntered: (amount: string) => `You entered ${amount}`,
  endingIn: (digits: string) => `ending in ${digits}`,
  savedStays: (lastFour: string | undefined) =>
    `Leave this blank to keep ${lastFour ? `the number ending in ${lastFour}` : 'what you entered before'}`,

  chooseIndustry: 'Choose an industry',
  industryCode: (code: string) => `Code ${code}`,
  noConnection: first.noConnection,
  busy: 'The service is busy. Nothing is lost. We’re trying again.',
  renewed: 'There’s a new version of this page. Your saved answers are safe.',
  reload: 'Reload and continue',

  unclaimed: (others: string, left: string) => `Others own ${others}%. That leaves ${left}%.`,

  /** Replaces the name of a person whose name isn't entered yet. */
  thisPerson: 'this person',

  stillThere: 'Are you still there?',
  /** Returns the warning before the session ends. `left` says how the draft can be resumed afterwards. */
  willEnd: (seconds: number, left: 'device' | 'email' | 'nothing') =>
    left === 'device'
      ? `To protect you, we’ll lock your answers in ${counted(seconds, 'second')}. You can then pick up where you left off on this device.`
      : `To protect you, we’ll delete your answers in ${counted(seconds, 'second')}${left === 'email' ? ', unless we emailed you a link that you haven’t used yet' : ''}.`,
  secondsLeft: (seconds: number) => `${counted(seconds, 'second')} left`,
  stay: 'Keep going',
  endApplication: 'End application',

  start: {
    unknownKeyText: 'That link isn’t valid. You can still start a new application.',
    startWithout: 'Start a new application',
    oneTooMany: {
      title: 'End your oldest application?',
      text: `This browser can hold ${sessionsPerBrowser} applications, each in its own tab. If you start another one here, we’ll end the oldest one.`,
      confirm: 'End it and start here',
      keep: 'Keep it',
    },
  },
  talkToPerson: 'Talk to a person',
  people: {
    remove: (name: string) => `Remove ${name}`,
    removeText: 'We’ll delete what you entered about this person.',
    keep: (name: string) => `Keep ${name}`,
  },
  /** The dialog before a change that removes the owners. */
  loss: { title: 'Remove the owners?', confirm: 'Save and remove owners', keep: 'Keep the owners' },
  keepTyped: 'Keep what I typed',
  sent: 'Your application was submitted',
  reference: 'Reference number',
  notSaved: { failing: 'Not saved yet. Trying again…', stopped: 'Not saved yet.' },
};
