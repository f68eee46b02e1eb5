/** The words that only the first screen shows. They are part of the prerendered HTML document. */
import { counted } from './counted.ts';

export const intro = {
  title: (program: string) => `Apply for the ${program} business credit card`,
  /** `reading` is the number of minutes needed to read all agreements. `minutes` doesn't include this time. */
  minutes: (minutes: number, reading: number) =>
    `About ${counted(minutes, 'minute')} to fill out, ${reading} to read`,
  needTitle: 'What you’ll need',
  needHint: 'EIN, Social Security number, sales, and income',
  need: (proofRequired: boolean) => [
    'Your business’s EIN (sole proprietors can use a Social Security number)',
    'Your business’s legal name, address, email, years in business, number of employees, yearly sales, and expected purchases',
    'Your date of birth, Social Security number, home address, email, phone, job, income, housing payment, and ownership share',
    'For any other owner of 25% or more: the same details as yours, except income and housing payment',
    'For each card user: name, date of birth, and home address',
    `Proof of your business, such as a license or a state filing${proofRequired ? '' : ' (optional)'}`,
  ],
  /** Texts about what happens to the answers. Each `…Title` is the beginning, in bold, of the text below it. */
  safeTitle: 'Your answers are encrypted',
  safe: 'when you send them and while we store them.',
  awayTitle: 'Stepping away?',
  away: (minutes: number) =>
    `If you do nothing for ${counted(minutes, 'minute')}, we’ll clear this page to protect you.`,
  stay: 'On this device, we keep your answers only while this page is open.',
  stayInTab: 'On this device, we keep your answers only in this browser tab.',
  /** Shown instead of `stay` and `stayInTab` if a draft can be resumed on the device (D55). */
  kept: (hours: number) =>
    `Once you enter your tax ID, you can continue on this device for ${counted(hours, 'hour')} after your last answer.`,
  laterTitle: 'Another day or device?',
  mailed: (days: number) =>
    `Ask us to email you a link. It works once and expires in ${counted(days, 'day')}.`,
  /** The specification requires exactly this sentence. */
  leave: 'Refreshing this page will require you to restart the application process.',
  credit: (bank: string) => `To make a decision, ${bank} may get credit reports on the business and on you.`,
  lawTitle: 'Important information about procedures for opening a new account',
  /** The wording that the law requires (D60). */
  law: 'To help the government fight the funding of terrorism and money laundering activities, Federal law requires all financial institutions to obtain, verify, and record information that identifies each person who opens an account.',
  lawMeaning:
    'What this means for you: When you open an account, we will ask for your name, address, date of birth, and other information that will allow us to identify you. We may also ask to see your driver’s license or other identifying documents.',
  lawHere:
    'We also ask for your business’s tax ID and your Social Security number. If anyone else owns 25% or more, we ask for their Social Security number, too.',
};
