/**
 * Every word of the interface that is not part of the form itself: buttons, announcements, names of regions. One
 * place, so that another language can follow without touching code. Labels, hints, help and every refusal stand in
 * form/; nothing here says what is wrong with an answer.
 */
export const words = {
  next: 'Next',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  change: 'Change',
  remove: 'Remove',
  replace: 'Replace',
  show: 'Show',
  tryAgain: 'Try again',
  terms: 'Terms of the card program',
  productName: 'Commercial Credit Card',
  demo: 'Demo',
  demoStrip: 'Demo: do not enter real data',

  help: 'Help',
  helpWith: (label: string) => `Help with ${label}`,
  helpIdle: 'Go to a question to see help about it here.',

  loading: 'Loading…',
  saving: 'Saving…',
  stillWorking: 'Still working. Keep this page open.',

  sectionOf: (number: number, of: number, label: string) => `Section ${number} of ${of} · ${label}`,
  sections: 'Sections',
  sidePanel: 'Help and progress',
  sectionState: { done: 'Completed', current: 'In progress', todo: 'Not started' },

  errorPrefix: 'Error: ',
  problems: (count: number) => (count === 1 ? 'There is 1 problem' : `There are ${count} problems`),

  month: 'Month',
  day: 'Day',
  year: 'Year',
  chooseFromCalendar: 'Choose from calendar',
  chooseState: 'Choose a state',
  chooseOne: 'Choose one',
  yes: 'Yes',
  no: 'No',
  youEntered: (amount: string) => `You entered ${amount}`,
  endingIn: (digits: string) => `ending in ${digits}`,
  savedStays: (masked: string) => `Leave this empty to keep ${masked}`,

  chooseIndustry: 'Choose an industry',
  industryPrompt: 'Type what the business does, like “pizza” or “lawn care”, or a 6-digit code.',
  industryNone: 'No match. Try a simpler word.',
  industryCount: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  industryShown: (shown: number, count: number) => `Showing ${shown} of ${count}. Type more to narrow.`,
  industryFailed: 'The list could not be loaded. Check your connection and try again.',
  matches: 'Matches',

  suggestedAddresses: 'Suggested addresses',
  addressesFound: (count: number) => (count === 1 ? '1 address found' : `${count} addresses found`),
  addressTaken: (address: string) => `Filled in: ${address}`,

  chooseFile: 'Choose a file',
  dropFile: 'Or drag one file here',
  uploading: (name: string) => `Uploading ${name}`,
  uploadHalf: (name: string) => `${name} is half uploaded`,
  uploadDone: (name: string) => `${name} is uploaded`,

  notProvided: 'Not provided',
  share: (listed: string, unclaimed: string) => `${listed}% of 100% listed. ${unclaimed}% unclaimed.`,

  unclaimed: (percent: string) => `The other owners leave ${percent}% unclaimed.`,

  stillThere: 'Are you still there?',
  willClear: (seconds: number) =>
    `We will clear your answers in ${seconds} ${seconds === 1 ? 'second' : 'seconds'} to keep them safe.`,
  secondsLeft: (seconds: number) => `${seconds} seconds left`,
  stay: 'Stay and continue',
  endApplication: 'End application',

  swipe: 'Swipe or tap to get started',
} as const;
