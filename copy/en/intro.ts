/** The words of the first screen that stand nowhere else: the document brings them, and the page rarely needs them again. */
export const intro = {
  title: (program: string) => `Apply for the ${program} business card`,
  minutes: (minutes: number) => `About ${minutes} minutes`,
  bank: (bank: string) => `Issued by ${bank}`,
  needTitle: 'What to have at hand',
  need: [
    'Federal tax ID of the business (EIN)',
    'Legal name, address and yearly sales of the business',
    'Your Social Security number and your income',
    'Name, birth date, Social Security number and share of each owner of 25% or more',
    'A document that proves the business, if you have one',
  ],
  safe: (minutes: number) =>
    `Your answers are encrypted on their way and while we hold them. If you stop for ${minutes} minutes, we clear them to keep you safe.`,
  leave: 'Refreshing this page will require you to restart the application process.',
  stay: 'Your answers stay only while this page is open.',
  stayInTab: 'Your answers stay only in this browser tab.',
  credit: (bank: string) =>
    `To decide, ${bank} may get credit reports about the business, you and others who own it or guarantee the card.`,
  lawTitle: 'Important information about procedures for opening a new account',
  law: 'To help the government fight the funding of terrorism and money laundering activities, federal law requires all financial institutions to obtain, verify, and record information that identifies each person who opens an account.',
  lawMeaning:
    'What this means for you: we will ask for the name, address, tax ID and other information about the business, and for the name, address, date of birth and Social Security number of you and its owners. We may also ask to see a driver’s license or other identifying documents.',
};
