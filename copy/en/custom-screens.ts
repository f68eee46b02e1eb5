import { counted } from './counted.ts';

/** The words of the screens that have a component of their own. The page loads them with these screens. */
export const customScreens = {
  suggestedAddresses: 'Suggested addresses',
  addressesFound: (count: number) => counted(count, 'suggestion'),
  cityOnly: 'City, state, and ZIP code only',
  addressTaken: (address: string) => `Filled in: ${address}`,
  chooseFile: 'Choose a file',
  dropFile: 'Or drag a file here',
  uploading: (name: string) => `Uploading ${name}`,
  uploadHalf: (name: string) => `${name}: 50% uploaded`,
  uploadDone: (name: string) => `${name} uploaded`,

  /** The texts about the total share of all listed people, and the share that is left. The page shows `listed` in large type. */
  share: (listed: string, unclaimed: string) => ({
    listed: `${listed}%`,
    rest:
      unclaimed === '0'
        ? 'of the business is accounted for.'
        : `of the business is accounted for. The other ${unclaimed}% isn’t listed.`,
  }),

  /** Replaces the merchant's name in sentences if the program has no merchant. */
  localMerchant: 'your local merchant',
  changeMyAnswer: 'Change my answer',
  cannotGoOn: 'You can’t apply online with this answer',
  stopSafe:
    'You haven’t submitted anything yet. You can change your answer. If you end the application, we’ll delete what you entered.',
  proof: {
    lead: 'Any one of these documents will help us verify your business. You can also add one later, before you submit.',
    group: 'Your documents',
    hint: (size: string, added: number, most: number) =>
      `PDF, JPEG, or PNG, up to ${size} each. ${added} of ${counted(most, 'file')} added.`,
    added: 'Added',
    photo: 'Take a photo',
    preparing: 'Making the photo smaller…',
    sent: (percent: number, size: string) => `${percent}% of ${size} uploaded`,
    sending: (percent: number) => `Uploading 1 document, ${percent}%`,
    failing: 'Not uploaded yet. We’ll keep trying.',
    offline: 'You’re offline. We’ll upload your document when you’re back online.',
    notAdded: (name: string) => `${name} wasn’t added.`,
    damaged: (name: string) => `We couldn’t open ${name}. It may be damaged.`,
    chooseAnother: 'Choose another',
    dismiss: 'Dismiss',
    removeIt: 'Remove it',
    keepIt: 'Keep it',
  },
  entity: {
    accepted: 'Documents we accept',
    required:
      'We need one of these documents before we can review your application. You can submit without one now and provide it later.',
    optional:
      'Any one of these documents will help us verify your business. You can also continue without one.',
    sendLater: 'Provide it later',
    addNow: 'Add one now',
  },
  owners: {
    you: (name: string) => `${name} (you)`,
    /** The label of a share. Only screen readers get it, because their users can't see that the share is on the owner's card. */
    owns: 'Owns',
    youOwn: 'You own',
    share: (percent: string) => `${percent}%`,
    counted: (percent: string) => `This includes your ${percent}%.`,
    yourShare: 'your share',
  },
  users: {
    full: (count: number) =>
      `You’ve added ${counted(count, 'card user')}, the most you can add in one application.`,
  },
  fromTaxId: 'We filled in the Social Security number you entered as your tax ID. You can change it.',
  enteredAddresses: 'Use an address you entered',
  otherAddress: 'A different address',
  sectionState: {
    done: 'Completed',
    current: 'In progress',
    todo: 'Not started',
    none: 'Not needed for your business',
  },
  sections: {
    lead: 'You can go back to any section, or press Next to check all your answers.',
  },
  reviewIntro: {
    lead: 'You have three steps left:',
    steps: (agreements: number, minutes: number) => [
      {
        title: 'Check your answers',
        text: 'You’ll see all your answers in one list. You can change any of them.',
      },
      {
        title: 'Read and agree',
        text: `There ${agreements === 1 ? 'is' : 'are'} ${counted(agreements, 'agreement')}. Reading them takes about ${counted(minutes, 'minute')}.`,
      },
      { title: 'Submit your application', text: 'After that, you can’t change your answers.' },
    ],
  },
  review: {
    next: 'Everything is correct',
    lead: 'To fix an answer, press Change.',
    reading: (agreements: number, minutes: number) =>
      `Next, you’ll read and agree to ${counted(agreements, 'agreement')}. Reading them takes about ${counted(minutes, 'minute')}.`,
    openAll: 'Open all',
    closeAll: 'Close all',
    /** Added to `openAll` and `closeAll` for screen readers. */
    allSections: 'sections',
    updated: (label: string) => `${label} updated`,
    optional: (none: string) => `Optional. ${none}`,
    /** Stands for the applicant in the list of people who need a card: `you` if others are listed, too, or else `onlyYou`. */
    you: 'You',
    onlyYou: 'Only you',
    /** Short labels for questions longer than one line. They omit the section or person that the card's heading contains. */
    labels: {
      application: {
        dba: 'Trade name or DBA',
        businessType: 'Main business',
        expectedPurchaseAmount: 'Expected purchases',
        internetGambling: 'Internet gambling',
        internetBasedBusiness: 'Runs mainly online',
      },
      person: {
        fullName: 'Full legal name',
        dateOfBirth: 'Date of birth',
        ssn: 'Social Security number',
        email: 'Email',
        phoneNumber: 'Phone number',
        occupation: 'Job title',
        grossAnnualIncome: 'Yearly income',
        housingStatus: 'Rent or own',
        yearsAtResidence: 'Years at current home',
        percentageOwned: 'Share of the business',
        guarantor: 'Personal guarantee',
        address: 'Home address',
      },
    },
    saveAndReturn: 'Save and return',
    editTitle: 'Change your answer',
  },

  finishLater: 'Save and finish later',

  /** The announcement that a section is complete and the next one begins (design brief, section 5). */
  sectionDone: {
    done: {
      business: 'Your business details are done',
      applicant: 'Your details are done',
      owner: 'Owner details are done',
      authorizedUser: 'Card user details are done',
    },
    next: {
      start: 'the start',
      business: 'your business',
      applicant: 'your details',
      owner: 'owners',
      authorizedUser: 'card users',
      review: 'review and sign',
    },
    text: (done: string, next: string) => `${done}. Next: ${next}.`,
  },

  /** The announcement that a person or a document was removed from a list. */
  removed: (name: string) => `${name} removed`,
  notRemoved: (name: string) => `${name} wasn’t removed. Try again.`,
};
