/**
 * Looks up the industries of a code of NAICS 2022, of an earlier edition or of an IRS tax return, or of the beginning of one
 * (D39). Digits that are not a code find nothing.
 */
import { type Industry, industries } from '../lists/industries.ts';
import { retiredCodes } from '../lists/retired-industry-codes.ts';
import { taxCodes } from '../lists/tax-industry-codes.ts';

const codeLength = 6;

/** A sector is the shortest group of NAICS. */
const sectorLength = 2;

/** Words that people write next to a code. */
const codeWords = new Set(['naics', 'irs', 'sic', 'code', 'codes']);

/** The third column of each line of a list by its first. */
function codesByCode(list: string): ReadonlyMap<string, readonly string[]> {
  const lines = list.trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [code = '', , codes = ''] = line.split('\t');
      return [code, codes.split(' ')];
    }),
  );
}

const successors = codesByCode(retiredCodes);
const closest = codesByCode(taxCodes);
const byCode: ReadonlyMap<string, Industry> = new Map(
  industries.map((industry) => [industry.code, industry]),
);

/** True for a word of digits only. */
export function isDigits(word: string): boolean {
  return /^\d+$/.test(word);
}

/** True if the words are only a code, such as “444210” and “NAICS code 444210”. */
export function saysCode(words: readonly string[]): boolean {
  return words.some(isDigits) && words.every((word) => isDigits(word) || codeWords.has(word));
}

/**
 * The industries of the codes among the words, the closest first. A query that is only a code can be the beginning of one,
 * have spaces (“4442 10”), or be a range of two sectors (“44-45”). Among other words, only six digits are a code.
 */
export function industriesOfCodes(words: readonly string[]): readonly Industry[] {
  const digits = words.filter(isDigits);
  const whole = digits.filter((word) => word.length === codeLength);
  const codes = saysCode(words) && whole.length === 0 ? (sectorsOf(digits) ?? [digits.join('')]) : whole;
  return [...new Set(codes.flatMap(codesOf))].flatMap((code) => byCode.get(code) ?? []);
}

/** The six digits of words that are only a code which other codes have replaced; undefined for any other words. */
export function replacedCode(words: readonly string[]): string | undefined {
  const code = words.filter(isDigits).join('');
  const isReplaced = saysCode(words) && code.length === codeLength && !byCode.has(code);
  return isReplaced && industriesOfCodes(words).length > 0 ? code : undefined;
}

/** The sectors from the first of two to the second; undefined for anything but two sectors. */
function sectorsOf(digits: readonly string[]): readonly string[] | undefined {
  if (digits.length !== 2 || digits.some((part) => part.length !== sectorLength)) return undefined;
  const [from, to] = digits.map(Number) as [number, number];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at));
}

/** The codes of 2022 for a code of any kind, the closest first. */
function codesOf(code: string): readonly string[] {
  const named = closest.get(code) ?? [];
  const group = groupOf(code);
  return [...named, ...(group.length > 0 ? group : paddedGroup(code))];
}

/** The codes of 2022 with a prefix, or else the successors of the retired codes with it. */
function groupOf(prefix: string): readonly string[] {
  const live = [...byCode.keys()].filter((code) => code.startsWith(prefix));
  if (live.length > 0) return live;
  return [...successors.keys()].filter((code) => code.startsWith(prefix)).flatMap(successorsOf);
}

/** The codes of 2022 that replace a code, or the code itself. */
function successorsOf(code: string): readonly string[] {
  return byCode.has(code) ? [code] : (successors.get(code) ?? []).flatMap(successorsOf);
}

/** The codes of the group that the IRS pads with zeros: 236100 is the group 2361. Empty for any other code. */
function paddedGroup(code: string): readonly string[] {
  if (code.length !== codeLength) return [];
  for (let length = codeLength - 1; length >= sectorLength && code[length] === '0'; length -= 1) {
    const group = groupOf(code.slice(0, length));
    if (group.length > 0) return group;
  }
  return [];
}
