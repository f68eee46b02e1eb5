/** Tells the street part of a typed address from the rest, by the words that streets are made of. */

/** The usual words for kinds of streets (USPS Publication 28, C1), spelled out and short. */
const KINDS = new Set(
  `alley aly avenue ave av boulevard blvd calle camino circle cir court ct drive dr expressway expy freeway fwy
  highway hwy lane ln loop parkway pkwy pike place pl plaza plz road rd route rt rte row square sq street st str
  terrace ter trail trl turnpike tpke walk way`.split(/\s+/),
);

const DIRECTIONS = new Set(
  'n s e w ne nw se sw north south east west northeast northwest southeast southwest'.split(' '),
);

/** Words that come before the number or letter of a part of a building (USPS Publication 28, C2). */
const UNITS = new Set(
  'apartment apt box building bldg department dept floor fl lot room rm suite ste unit'.split(' '),
);

/** Street names that need no word for their kind, such as Broadway. */
const NAMES_ALONE = new Set(['broadway']);

const ALL = [...KINDS, ...DIRECTIONS, ...UNITS];

function bare(word: string): string {
  return word.toLowerCase().replace(/[.,]/g, '');
}

/** Whether these words name a street at all: more than a number, a direction and a kind. "1200 St" does not. */
export function namesStreet(words: readonly string[]): boolean {
  return words.length > 1 && words.some((word, index) => isName(bare(word), index));
}

function isName(word: string, index: number): boolean {
  const isHouseNumber = index === 0 && /^\d/.test(word);
  return /[a-z\d]/.test(word) && !isHouseNumber && !KINDS.has(word) && !DIRECTIONS.has(word);
}

/** Whether these words can be a whole street: "8111 Lyndale Ave S", not "1200 Old". */
export function isWholeStreet(words: readonly string[]): boolean {
  const saysSo = words.some((word) => {
    const text = bare(word);
    return KINDS.has(text) || UNITS.has(text) || NAMES_ALONE.has(text) || text.startsWith('#');
  });
  return saysSo && namesStreet(words) && !UNITS.has(bare(words.at(-1) ?? ''));
}

/** Whether a word is a kind of street, a direction or a part of a building, and so can end a street. */
export function isStreetWord(word: string): boolean {
  return ALL.includes(bare(word));
}

/** Whether a word that is being typed could still turn out to belong to the street: "Str", "Ave", "Wes", "Suit". */
export function mayBecomeStreetWord(word: string): boolean {
  const text = bare(word);
  return ALL.some((known) => known.startsWith(text));
}

/** "St" is short for a street and for a saint: "100 Main St Louisville", "100 Main St Paul". */
export function isStreetOrSaint(word: string): boolean {
  return bare(word) === 'st';
}

/** Whether a word may both end a street and begin a city's name: "100 Main Ave West Fargo". */
export function endsStreetOrBeginsCity(word: string): boolean {
  return isStreetOrSaint(word) || DIRECTIONS.has(bare(word));
}
