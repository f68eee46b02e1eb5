/** Recognizes the street in a typed address by common street words. */

/** Common street suffixes, both in full and abbreviated (USPS Publication 28, C1). */
const KINDS = new Set(
  `alley aly avenue ave av boulevard blvd calle camino circle cir court ct drive dr expressway expy freeway fwy
  highway hwy lane ln loop parkway pkwy pike place pl plaza plz road rd route rt rte row square sq street st str
  terrace ter trail trl turnpike tpke walk way`.split(/\s+/),
);

const DIRECTIONS = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
);

/** Words that come before the number or letter of a unit in a building (USPS Publication 28, C2). */
const UNITS = new Set(
  'apartment apt box building bldg department dept floor fl lot room rm suite ste unit'.split(' '),
);

/** Street names that are complete without a suffix. */
const NAMES_ALONE = new Set(['broadway']);

const ALL = [...KINDS, ...DIRECTIONS, ...UNITS];

const bare = (word: string) => word.toLowerCase().replace(/[.,]/g, '');

/** Returns whether words contain a street's name. "1200 St" doesn't: it has only a house number and a suffix. */
export function namesStreet(words: readonly string[]): boolean {
  const isName = (word: string, index: number) => {
    const isHouseNumber = index === 0 && /^\d/.test(word);
    return /[a-z\d]/.test(word) && !isHouseNumber && !KINDS.has(word) && !DIRECTIONS.has(word);
  };
  return words.length > 1 && words.map(bare).some(isName);
}

/** Returns whether words can be a complete street: "8111 Lyndale Ave S" can, but "1200 Old" can't. */
export function isWholeStreet(words: readonly string[]): boolean {
  const saysSo = words.some((word) => {
    const text = bare(word);
    return KINDS.has(text) || UNITS.has(text) || NAMES_ALONE.has(text) || text.startsWith('#');
  });
  return saysSo && namesStreet(words) && !UNITS.has(bare(words.at(-1) ?? ''));
}

/** Returns whether a word is a street suffix, a direction or a word for a unit, such as "Ave", "North" or "Apt". */
export function isStreetWord(word: string): boolean {
  return ALL.includes(bare(word));
}

/** Returns whether a word may be the beginning of a suffix, a direction or a unit, such as "Str", "Wes" or "Suit". */
export function mayBecomeStreetWord(word: string): boolean {
  const text = bare(word);
  return ALL.some((known) => known.startsWith(text));
}

/** Returns whether a word is "St". It means Street in "100 Main St Louisville", but Saint in "100 Main St Paul". */
export function isStreetOrSaint(word: string): boolean {
  return bare(word) === 'st';
}

/** Returns whether a word can end a street or begin a city's name, like West in "100 Main Ave West Fargo". */
export function endsStreetOrBeginsCity(word: string): boolean {
  return isStreetOrSaint(word) || DIRECTIONS.has(bare(word));
}
