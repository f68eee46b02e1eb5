/** Matches numbers that were never assigned. Source: POMS RM 10201.035, https://secure.ssa.gov/apps10/poms.nsf/lnx/0110201035. */
const neverIssued = /^(000|666|9)|^...00|0000$/;

/** The numbers on two sample cards, which thousands used as their own. Source: the SSA's history page about Woolworth's card. */
const printed: readonly string[] = ['078051120', '219099999'];

/** Returns whether these nine digits were never assigned as a Social Security number. */
export function isNeverIssued(ssn: string): boolean {
  return neverIssued.test(ssn) || printed.includes(ssn);
}

/** Returns whether nine digits may be an ITIN, because they begin with 9. */
export function mayBeItin(ssn: string): boolean {
  return ssn.startsWith('9');
}
