/** Finds industries by a code, or the beginning of one, from NAICS 2022, earlier editions, or IRS tax returns (D39). */
import { type Industry, industries } from '../lists/industries.ts';
import { retiredCodes } from '../lists/retired-industry-codes.ts';
import { taxCodes } from '../lists/tax-industry-codes.ts';

const codeLength = 6;

/** Number of digits in the code of a sector. No group in NAICS has a shorter code. */
const sectorLength = 2;

/** Words that people write next to a code. */
const codeWords = new Set(['naics', 'irs', 'sic', 'code', 'codes']);

/** Maps each code in the first column of a list to the codes in the third column. The map is sorted by its keys. */
function codesByCode(list: string): ReadonlyMap<string, readonly string[]> {
  const rows = list
    .trim()
    .split('\n')
    .map((line) => line.split('\t').map((column) => column.split(' ')));
  return new Map(
    rows.flatMap(([codes = [], , meant = []]) => codes.map((code) => [code, meant] as const)).sort(),
  );
}

const successors = codesByCode(retiredCodes);
const closest = codesByCode(taxCodes);
const byCode: ReadonlyMap<string, Industry> = new Map(
  industries.map((industry) => [industry.code, industry]),
);

/** Returns whether a word consists only of digits. */
export function isDigits(word: string): boolean {
  return /^\d+$/.test(word);
}

/** Returns whether the words are nothing but a code, such as “444210” or “NAICS code 444210”. */
export function saysCode(words: readonly string[]): boolean {
  return words.some(isDigits) && words.every((word) => isDigits(word) || codeWords.has(word));
}

/**
 * Returns the industries of all six-digit codes among the words. If the words say only a code, as in “NAICS 4442”, also
 * recognizes the beginning of a code, spaces in a code (“4442 10”), and a range of sectors (“44-45”).
 */
export function industriesOfCodes(words: readonly string[]): readonly Industry[] {
  const digits = words.filter(isDigits);
  const whole = digits.filter((word) => word.length === codeLength);
  const codes = saysCode(words) && whole.length === 0 ? (sectorsOf(digits) ?? [digits.join('')]) : whole;
  return [...new Set(codes.flatMap(codesOf))].flatMap((code) => byCode.get(code) ?? []);
}

/** Returns the code if the words say only a six-digit code that isn't in NAICS 2022 but finds industries. */
export function replacedCode(words: readonly string[]): string | undefined {
  const code = words.filter(isDigits).join('');
  const isReplaced = saysCode(words) && code.length === codeLength && !byCode.has(code);
  return isReplaced && industriesOfCodes(words).length > 0 ? code : undefined;
}

/** Returns all sectors from the first number to the second one. Returns undefined unless there are two numbers of two digits. */
function sectorsOf(digits: readonly string[]): readonly string[] | undefined {
  if (digits.length !== 2 || digits.some((part) => part.length !== sectorLength)) return undefined;
  const [from, to] = digits.map(Number) as [number, number];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at));
}

/** Returns the codes of NAICS 2022 that a typed code can mean, closest first. */
function codesOf(code: string): readonly string[] {
  const named = closest.get(code) ?? [];
  const group = groupOf(code);
  return [...named, ...(group.length > 0 ? group : paddedGroup(code))];
}

/** Returns the NAICS 2022 codes with this prefix or, if there are none, the codes that replace retired codes with this prefix. */
function groupOf(prefix: string): readonly string[] {
  const live = [...byCode.keys()].filter((code) => code.startsWith(prefix));
  if (live.length > 0) return live;
  return [...successors.keys()].filter((code) => code.startsWith(prefix)).flatMap(successorsOf);
}

/** Returns the codes of NAICS 2022 that replace a code, or the code itself if it is in NAICS 2022. */
function successorsOf(code: string): readonly string[] {
  return byCode.has(code) ? [code] : (successors.get(code) ?? []).flatMap(successorsOf);
}

/** Returns the codes of the group that an IRS code means. The IRS appends zeros to the group's number: 236100 for 2361. */
function paddedGroup(code: string): readonly string[] {
  if (code.length !== codeLength) return [];
  for (let length = codeLength - 1; length >= sectorLength && code[length] === '0'; length -= 1) {
    const group = groupOf(code.slice(0, length));
    if (group.length > 0) return group;
  }
  return [];
}
