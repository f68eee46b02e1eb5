/** Words that several fields share. */
export const digits = '{count digit}';
export const fewerDigits = 'Check the number. It has too many digits.';
export const wholeDollars = 'Use whole dollars only, like 1,250.';
export const aShare = 'Enter a number like 40 or 33.33.';
export const wholeYears = 'Whole years, or 0 if less than one';
export const likeEmail = 'Like name@example.com';
export const likePhone = '10 digits, like 202-555-0123';
export const noBoxes = 'No P.O. boxes';
export const likeSsn = '9 digits, like 123-45-6789';
export const likeDate = 'Month, day, and year, like 4 28 1986';
export const nameParts = 'First, middle (if any), and last';
export const yesOrNo = 'Choose yes or no.';

/** Returns the advice about a date of birth, such as “Enter your date of birth.” */
export const birthFixes = (whose: string) => ({
  required: `Enter ${whose} date of birth.`,
  invalid: 'Enter a valid date, {earliest} or later.',
  minAge: `Check ${whose} date of birth.`,
});

/** Returns the words of an address's city, state and ZIP code, such as “Home city”. */
export const cityStateZip = (label: string) => ({
  addressCity: { label: `${label} city`, fixes: { required: 'Enter the city.' } },
  addressState: { label: `${label} state`, fixes: { required: 'Choose the state.' } },
  addressPostalCode: {
    label: `${label} ZIP code`,
    hint: digits,
    fixes: { required: 'Enter the ZIP code.' },
  },
});
