/** The words of the first screen and of what stands around every screen: they are there before all others are loaded. */
export const first = {
  productName: 'Commercial Credit Card',
  help: 'Help',
  helpText: (merchantHelp: string | null) =>
    `Each question has its own help beside it. ${merchantHelp ?? 'Your local merchant can help you with this form.'}`,
  close: 'Close',
  terms: 'Terms of the card program',
  demo: 'Demo',
  demoStrip: 'Demo: do not enter real data',
  loading: 'Loading…',
  swipe: 'Swipe or tap to get started',
  starting: 'Starting…',
  slow: 'Slow connection…',
  intro: {
    title: 'Apply for a business credit card',
    lead: 'One form, step by step. Your answers are saved as you go.',
    needTitle: 'What you need',
    need: [
      'Federal tax ID of the business',
      'Legal name and address of the business',
      'Yearly sales',
      'Your Social Security number and your income',
      'Name, birth date, Social Security number and share of each owner of 25% or more',
      'A document that proves the business (optional)',
    ],
    idle: (minutes: number) => `If you stop for ${minutes} minutes, we clear your answers to keep them safe.`,
    leave: 'Refreshing this page will require you to restart the application process.',
    stay: 'Your answers stay only while this page is open.',
    stayInTab: 'Your answers stay only in this browser tab.',
    notLoaded: 'The form could not be loaded. Check your connection and press again.',
  },
};
