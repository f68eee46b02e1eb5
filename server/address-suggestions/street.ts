/** Recognizes the street in a typed address by common street words. */

/** Common street suffixes (USPS Publication 28, C1), in full and abbreviated. */
const KINDS = new Set(
  `alley aly avenue ave av boulevard blvd calle camino circle cir court ct drive dr expressway expy freeway fwy
  highway hwy lane ln loop parkway pkwy pike place pl plaza plz road rd route rt rte row square sq street st str
  terrace ter trail trl turnpike tpke walk way`.split(/\s+/),
);

const DIRECTIONS = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
);

/** Words before the number or letter of a unit in a building (USPS Publication 28, C2). */
const UNITS = new Set(
  'apartment apt box building bldg department dept floor fl lot room rm suite ste unit'.split(' '),
);

/** Street names without a suffix, such as Broadway. */
const NAMES_ALONE = new Set(['broadway']);

const ALL = [...KINDS, ...DIRECTIONS, ...UNITS];

const bare = (word: string) => word.toLowerCase().replace(/[.,]/g, '');

/** Returns whether words name a street: more than a number, a direction and a suffix. "1200 St" does not. */
export function namesStreet(words: readonly string[]): boolean {
  const isName = (word: string, index: number) => {
    const isHouseNumber = index === 0 && /^\d/.test(word);
    return /[a-z\d]/.test(word) && !isHouseNumber && !KINDS.has(word) && !DIRECTIONS.has(word);
  };
  return words.length > 1 && words.map(bare).some(isName);
}

/** Returns whether words can be a complete street: "8111 Lyndale Ave S", but not "1200 Old". */
export function isWholeStreet(words: readonly string[]): boolean {
  const saysSo = words.some((word) => {
    const text = bare(word);
    return KINDS.has(text) || UNITS.has(text) || NAMES_ALONE.has(text) || text.startsWith('#');
  });
  return saysSo && namesStreet(words) && !UNITS.has(bare(words.at(-1) ?? ''));
}

/** Returns whether a word is a street suffix, a direction or a unit, and so can end a street. */
export function isStreetWord(word: string): boolean {
  return ALL.includes(bare(word));
}

/** Returns whether an incomplete word could become part of the street: "Str", "Ave", "Wes", "Suit". */
export function mayBecomeStreetWord(word: string): boolean {
  const text = bare(word);
  return ALL.some((known) => known.startsWith(text));
}

/** Returns whether a word is "St", which stands for street or saint: "100 Main St Louisville", "100 Main St Paul". */
export function isStreetOrSaint(word: string): boolean {
  return bare(word) === 'st';
}

/** Returns whether a word may end a street as well as begin a city name: "100 Main Ave West Fargo". */
export function endsStreetOrBeginsCity(word: string): boolean {
  return isStreetOrSaint(word) || DIRECTIONS.has(bare(word));
}
