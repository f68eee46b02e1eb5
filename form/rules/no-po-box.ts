import type { Check, RuleOfKind } from './rule.ts';

/** PO box, P.O. Box, P-0 box12, POB, PO Bx, post office box, postal box …; anything but letters may stand between. */
const postOfficeBox =
  /^(?:p[^\p{L}\p{N}]*[o0][^\p{L}\p{N}]*b(?:[o0]?x|in)?|post(?:al)?(?:[^\p{L}\p{N}]*(?:office|off|ofc))?[^\p{L}\p{N}]*(?:b[o0]x|bin))(?!\p{L})/iu;

/** Box or bin alone, followed by a number, a single letter, or nothing: "Box 12", "bin #4", "Box no. 7", "Box B". */
const boxOrBin =
  /^(?:b[o0]x|bin)(?!\p{L})[^\p{L}\p{N}]*(?:(?:no|nr|num|number)(?!\p{L})[^\p{L}\p{N}]*)?(?:\p{N}|\p{L}(?!\p{L})|$)/iu;

/** `noPoBox`: the line does not start with a post office box (D3); "Box Elder Rd" and "Poblano Ln 5" are streets. */
export const noPoBox: Check<RuleOfKind<'noPoBox'>> = (value) =>
  typeof value !== 'string' || !(postOfficeBox.test(value) || boxOrBin.test(value));
