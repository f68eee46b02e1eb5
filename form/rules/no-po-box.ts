import { withoutInvisible } from '../field-types/invisible.ts';
import type { Check, RuleOfKind } from './rule.ts';

// Matches any character except letters and numbers. Neighboring parts of a pattern share no character, so matching takes linear
// time.
const signs = String.raw`[^\p{L}\p{N}]`;
const wordEnd = String.raw`(?!\p{L})`;
const po = `p${signs}*[o0]`;
const post = 'post(?:al)?';
const office = '(?:office|offc?|ofc)';
const box = `b(?:${signs}*[o0])?${signs}*x(?:es)?`;
const drawer = 'dr(?:awe?|w)r';
const no = `(?:no|nr|num|number|n°)${wordEnd}`;
const number = String.raw`\p{N}`;
const letter = String.raw`\p{L}${wordEnd}`;
/** Matches the number or letter of a box, with or without "no." before it. Also matches the end of the line. */
const which = `${wordEnd}${signs}*(?:${no}${signs}*)?(?:${number}|${letter}|$)`;

const boxes = [
  // Matches PO Box, P.O. Drawer or Post Office Box, followed by anything.
  `(?:p${signs}+[o0]${signs}*|p[o0]${signs}+|post${signs}*${office}${signs}*)(?:${box}|${drawer})${wordEnd}`,
  // Matches POBox and its abbreviations before a number, a single letter or the line's end. Pobox Street is a street.
  `(?:${po}${signs}*|${post}${signs}*(?:${office}${signs}*)?)(?:${box}|${drawer}|bin)${which}`,
  `(?:b${signs}*[o0]${signs}*x|bin)${which}`,
  // Matches PO or POB without "box", but only before "#", "no.", a number or the end of the line. Pob Hill Rd is a street.
  `(?:p${signs}*o|${po}${signs}*b)${wordEnd}(?:[^\\p{L}\\p{N}#]*#|${signs}*(?:${number}|$|${no}(?:\\.|${signs}*(?:${number}|${letter}|$))))`,
];
const postOfficeBox = new RegExp(`^${signs}*(?:${boxes.join('|')})`, 'iu');

/** Returns true unless a line starts with a post office box, however it is spelled (D3). */
export const noPoBox: Check<RuleOfKind<'noPoBox'>> = (value) =>
  typeof value !== 'string' || !postOfficeBox.test(withoutInvisible(value.normalize('NFKC')));
