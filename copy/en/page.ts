import { sessionsPerBrowser } from '../../form/limits/session-limits.ts';
import { counted } from './counted.ts';
import { first } from './first.ts';

/** The page's other words: buttons, announcements, names of regions, and the sentences of screens that are no form. */
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

  helpWith: (label: string) => `Help with ${label}`,

  saving: 'Saving…',
  stillWorking: 'Still working. Keep this page open.',

  minutesLeft: (minutes: number) => `about ${minutes} min left`,
  sectionListTitle: 'Sections',
  sidePanel: 'Help',
  sectionState: { done: 'Completed', current: 'In progress', todo: 'Not started' },

  errorPrefix: 'Error: ',
  fieldErrors: (count: number) => `${counted(count, 'answer')} to fix`,

  /** What a limit leaves, below 0 where it is passed. */
  typedLeft: (left: number, max: number) => {
    const count = Math.abs(left);
    return `${counted(count, 'character')} ${left < 0 ? `over the limit of ${max}` : 'left'}`;
  },

  beforeYouAnswer: 'Before you answer',

  month: 'Month',
  day: 'Day',
  year: 'Year',
  chooseFromCalendar: 'Choose from calendar',
  chooseState: 'Choose a state',
  chooseOne: 'Choose one',
  youEntered: (amount: string) => `You entered ${amount}`,
  endingIn: (digits: string) => `ending in ${digits}`,
  savedStays: (masked: string | undefined) => `Leave this empty to keep ${masked ?? 'what you gave before'}`,

  chooseIndustry: 'Choose an industry',
  industryCode: (code: string) => `Code ${code}`,
  noConnection: first.noConnection,
  busy: 'The service is busy. Nothing is lost. We’re trying again.',
  renewed: 'This page has a new version. What you confirmed is saved.',
  reload: 'Load it and go on',
  matches: 'Matches',

  suggestedAddresses: 'Suggested addresses',
  addressesFound: (count: number) => counted(count, 'suggestion'),
  cityOnly: (place: string) => `${place} — city and ZIP only`,
  addressTaken: (address: string) => `Filled in: ${address}`,

  chooseFile: 'Choose a file',
  dropFile: 'Or drag one file here',
  uploading: (name: string) => `Uploading ${name}`,
  uploadHalf: (name: string) => `${name} is half uploaded`,
  uploadDone: (name: string) => `${name} is uploaded`,

  /** The number stands large; the rest follows it. */
  share: (listed: string, unclaimed: string) => ({
    listed: `${listed}%`,
    rest:
      unclaimed === '0' ? 'of the business is listed.' : `of the business is listed. ${unclaimed}% is left.`,
  }),

  unclaimed: (percent: string) => `The other owners leave ${percent}% unclaimed.`,

  /** Stands for the name of somebody who has none yet. */
  thisPerson: 'this person',

  stillThere: 'Are you still there?',
  /** `left`: what leads back to the answers then. */
  willEnd: (seconds: number, left: 'device' | 'email' | 'nothing') =>
    `We will ${left === 'device' ? 'lock' : 'erase'} your answers in ${counted(seconds, 'second')} to protect you${
      {
        device: '. You can then continue on this device.',
        email: ', unless we emailed you a link.',
        nothing: '.',
      }[left]
    }`,
  secondsLeft: (seconds: number) => `${counted(seconds, 'second')} left`,
  stay: 'Stay and continue',
  endApplication: 'End application',
  finishLater: 'Save and finish later',

  start: {
    unknownKeyText: 'The link or key that you used is not valid any more. You can start without it.',
    startWithout: 'Start without it',
    oneTooMany: {
      title: 'End your oldest application?',
      text: `This browser can hold ${sessionsPerBrowser} applications, each in a tab of its own. If you start another one here, the oldest one ends.`,
      confirm: 'End it and start here',
    },
  },
  changeMyAnswer: 'Change my answer',
  talkToPerson: 'Talk to a person',
  cannotGoOn: 'You cannot go on here',
  stopSafe:
    'We have not sent anything to the bank. You can change your answer, or end here and we delete what you entered.',
  proof: {
    lead: 'A state filing or a license helps the bank check your business. You can also add it later.',
    group: 'Your documents',
    hint: (size: string, added: number, most: number) =>
      `PDF, JPEG or PNG, up to ${size} each. ${added} of ${counted(most, 'file')} added.`,
    none: 'No documents added yet',
    added: 'Added',
    photo: 'Take a photo',
    preparing: 'Making the photo smaller…',
    sent: (percent: number, size: string) => `${percent}% of ${size} sent`,
    sending: (percent: number) => `Sending 1 document, ${percent}%`,
    failing: 'Not sent yet. We keep trying.',
    notAdded: (name: string) => `${name} was not added.`,
    damaged: (name: string) => `We couldn’t open ${name}. It may be damaged.`,
    chooseAnother: 'Choose another',
    dismiss: 'Dismiss',
  },
  entity: {
    required: 'The bank needs one of these documents to confirm your business.',
    optional: 'One of these documents helps the bank confirm your business. You can also go on without one.',
    sendLater: 'Send it later',
    addNow: 'Add it now',
  },
  people: {
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'We will delete what you entered about this person.',
    removed: (name: string) => `${name} removed`,
  },
  owners: {
    you: (name: string) => `${name} (you)`,
    /** Before a share, for who does not see that it stands on the owner's card. */
    owns: 'Owns',
    youOwn: 'You own',
    share: (percent: string) => `${percent}%`,
    counted: (percent: string) => `This includes your ${percent}%.`,
  },
  users: { full: (count: number) => `You have listed ${counted(count, 'card user')}. You cannot add more.` },
  enteredAddresses: 'Use an address you entered',
  sections: {
    lead: 'You can go back to each part, or go on to check all your answers.',
    notAsked: 'Not needed for your business',
  },
  reviewIntro: {
    lead: 'Three steps are left:',
    steps: (agreements: number) => [
      { title: 'Check your answers', text: 'You see them all in one list and can change any of them.' },
      {
        title: 'Read and agree',
        text: `There ${agreements === 1 ? 'is' : 'are'} ${counted(agreements, 'agreement')}. You can get a copy of each one.`,
      },
      { title: 'Send your application', text: 'After that you can no longer change your answers.' },
    ],
  },
  review: {
    next: 'My answers are right',
    lead: 'Open a part to see its answers. Use Change to fix one.',
    openAll: 'Open all parts',
    closeAll: 'Close all parts',
    updated: (label: string) => `${label} updated`,
    saveAndReturn: 'Save and return',
    editTitle: 'Change your answer',
    edit: 'Change',
    lossTitle: 'Save this change?',
  },
  sent: 'Your application was sent',
  reference: 'Reference number',
  notSaved: {
    failing: 'Not saved yet. Trying again…',
    stopped: 'Your last answers are not saved yet.',
  },
};
