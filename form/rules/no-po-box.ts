import { withoutInvisible } from '../field-types/invisible.ts';
import type { Check, RuleOfKind } from './rule.ts';

// Signs are all characters that are neither letters nor numbers. No two neighboring parts of the pattern match the same
// character, so matching takes linear time.
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
/** A number or a single letter, with or without "no." before it, or the end of the line. */
const which = `${wordEnd}${signs}*(?:${no}${signs}*)?(?:${number}|${letter}|$)`;

const boxes = [
  // PO Box, P.O. Drawer, Post Office Box, whatever follows.
  `(?:p${signs}+[o0]${signs}*|p[o0]${signs}+|post${signs}*${office}${signs}*)(?:${box}|${drawer})${wordEnd}`,
  // One word and shorter forms, only before a number, a letter or the end: Pobox Street is a street.
  `(?:${po}${signs}*|${post}${signs}*(?:${office}${signs}*)?)(?:${box}|${drawer}|bin)${which}`,
  `(?:b${signs}*[o0]${signs}*x|bin)${which}`,
  // PO and POB by themselves, before "#", "no." or a number. Pob Hill Rd is a street.
  `(?:p${signs}*o|${po}${signs}*b)${wordEnd}(?:[^\\p{L}\\p{N}#]*#|${signs}*(?:${number}|$|${no}(?:\\.|${signs}*(?:${number}|${letter}|$))))`,
];
const postOfficeBox = new RegExp(`^${signs}*(?:${boxes.join('|')})`, 'iu');

/** `noPoBox`: the line does not start with a post office box in any spelling (D3). */
export const noPoBox: Check<RuleOfKind<'noPoBox'>> = (value) =>
  typeof value !== 'string' || !postOfficeBox.test(withoutInvisible(value.normalize('NFKC')));
