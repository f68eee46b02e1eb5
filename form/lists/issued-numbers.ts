/** All possible first two digits of an EIN. Source: irs.gov, "How EINs are assigned and valid EIN prefixes". */
const prefixes: ReadonlySet<string> = new Set(
  [
    '01 02 03 04 05 06 10 11 12 13 14 15 16 20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 37 38 39',
    '40 41 42 43 44 45 46 47 48 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68',
    '71 72 73 74 75 76 77 80 81 82 83 84 85 86 87 88 90 91 92 93 94 95 98 99',
  ].flatMap((line) => line.split(' ')),
);

/** Returns whether an EIN can begin with these two digits. */
export function isEinPrefix(prefix: string): boolean {
  return prefixes.has(prefix);
}

/** Matches SSNs that were never assigned. Source: POMS RM 10201.035, https://secure.ssa.gov/apps10/poms.nsf/lnx/0110201035. */
const neverIssued = /^(000|666|9)|^...00|0000$/;

/** SSNs on two sample cards. People have used them as their own. Source: the SSA's history page about Woolworth's card. */
const printed: readonly string[] = ['078051120', '219099999'];

/** Returns whether these nine digits are no one's Social Security number: never assigned, or printed on a sample card. */
export function isNeverIssued(ssn: string): boolean {
  return neverIssued.test(ssn) || printed.includes(ssn);
}

/** Returns whether nine digits may be an ITIN: they begin with 9. */
export function mayBeItin(ssn: string): boolean {
  return ssn.startsWith('9');
}
