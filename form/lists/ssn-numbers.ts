/**
 * Matches Social Security numbers that the Social Security Administration never assigned: area 000, 666 or 900 to 999, group 00,
 * or serial 0000. Source: POMS RM 10201.035, "Invalid Social Security Numbers (SSNs)",
 * https://secure.ssa.gov/apps10/poms.nsf/lnx/0110201035.
 */
const neverIssued = /^(000|666|9)|^...00|0000$/;

/**
 * The numbers on two sample cards. Thousands of people have used these numbers as their own. Source: the Social Security
 * Administration's history page about the card "issued by Woolworth".
 */
const printed: readonly string[] = ['078051120', '219099999'];

/** Returns whether these nine digits were never assigned as a Social Security number. */
export function isNeverIssued(ssn: string): boolean {
  return neverIssued.test(ssn) || printed.includes(ssn);
}

/** Returns whether nine digits may be an ITIN, because they begin with 9. */
export function mayBeItin(ssn: string): boolean {
  return ssn.startsWith('9');
}
