/** The types of answers that are numbers: counts, amounts of money, and shares in percent (D2, D6, D46). */
import { type FieldType, type Parsed, unparsable } from './field-type.ts';
import { bareText } from './text.ts';

/** Matches a whole number, such as 1250000 or 1,250,000, even with one or two zeros after a decimal point: 1,250,000.00. */
const wholeNumber = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.00?)?$/;
const percentage = /^(?:\d+(?:\.\d{0,2})?|\.\d{1,2})$/;

/** Converts a percentage to hundredths of a percent, which can be added without rounding errors (D6). */
export function hundredths(percent: number): number {
  return Math.round(percent * 100);
}

/** Converts a share in hundredths of a percent to a percentage as text: "60" for 6000, "33.33" for 3333. */
export function percentText(share: number): string {
  return String(share / 100);
}

/** Returns a whole number with commas, such as 1,250,000. Doesn't use `Intl`, which loads slowly on a slow phone. */
export function withCommas(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3}){1,7}$)/g, ',');
}

/** Returns an amount in whole US dollars without decimals, such as $1,250,000 (spec section 9). */
export function dollars(amount: number): string {
  return `$${withCommas(amount)}`;
}

function numberType(
  read: (text: string) => Parsed<number>,
  fits: (value: number) => boolean,
  format: (value: number) => string,
): FieldType<number> {
  return {
    parseText: (text) => {
      const tidy = bareText(text);
      return tidy === '' ? null : read(tidy);
    },
    // Adding 0 converts -0 to 0.
    parseJson: (json) =>
      json === null ? null : typeof json === 'number' && fits(json) ? json + 0 : unparsable,
    format,
  };
}

const isWhole = (value: number) => Number.isInteger(value) && value >= 0;
const hasTwoDecimals = (value: number) =>
  Number.isFinite(value) && value >= 0 && hundredths(value) / 100 === value;

function readWhole(text: string): Parsed<number> {
  const bare = text.replace(/[\s$]/g, '');
  return wholeNumber.test(bare) ? Number(bare.replaceAll(',', '')) : unparsable;
}

export const count = numberType(readWhole, isWhole, withCommas);
/** A number of years. Shown without commas, so a calendar year that was typed by mistake is recognizable: 1998, not 1,998. */
export const years = numberType(readWhole, isWhole, String);

export const percent = numberType(
  (text) => {
    const bare = text.replace(/[\s%]/g, '');
    return percentage.test(bare) ? Number(bare) : unparsable;
  },
  hasTwoDecimals,
  String,
);
