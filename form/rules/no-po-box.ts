import type { Check, RuleOfKind } from './rule.ts';

/** PO box, P.O. Box, P. 0. box12, POB, post office box, post box … at the start, with or without a number. */
const postOfficeBox =
  /^(?:p[\s.]*[o0][\s.]*b(?:ox|in)?(?![a-z])|post(?:al)?\s*(?:office\s*)?(?:box|bin)(?![a-z]))/iu;

/** Box or bin alone, followed by a number, a single letter, or nothing: "Box 12", "bin #4", "Box no. 7", "Box B". */
const boxOrBin =
  /^(?:box|bin)(?![a-z])[\s.:,#-]*(?:(?:no|nr|num|number)(?![a-z])[\s.:,#-]*)?(?:\d|[a-z](?![a-z])|$)/iu;

/** `noPoBox`: the line does not start with a post office box (D3); "Box Elder Rd" and "Poblano Ln 5" are streets. */
export const noPoBox: Check<RuleOfKind<'noPoBox'>> = (value) =>
  typeof value !== 'string' || !(postOfficeBox.test(value) || boxOrBin.test(value));
