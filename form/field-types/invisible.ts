/**
 * Invisible characters: direction marks, zero-width spaces, soft hyphens, fillers. Text copied from a web page or a PDF
 * contains them, and would differ from text that looks the same (D2, D9).
 */

/** Unicode's list of invisible characters, and the marks of annotations. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;

const joiner = String.raw`[\u200C\u200D]`;
/** Selects a form of the character before it. */
const variation = String.raw`[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/** Letters that join their neighbors, as in Persian. */
const cursive = String.raw`(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]`;
/** The sign by which Indic and related scripts join two consonants. */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED\u{11133}\u{11134}]`;

const everyInvisible = new RegExp(invisible, 'gu');
const neverNeeded = new RegExp(`(?!${joiner}|${variation})${invisible}`, 'gu');
const repeatedJoiners = new RegExp(`(${joiner})${joiner}+`, 'gu');

/** A variation belongs to a symbol, an emoji, a key (1️⃣), or a character of a script that has variants. */
const variations = new RegExp(
  String.raw`([\p{S}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}]${variation}|[0-9#*]\uFE0F(?=\u20E3))|${variation}`,
  'gu',
);

/** Keeps joiners that change the text's look: in cursive scripts, next to a virama, between emoji (UAX #31, UTS #51). */
const joiners = new RegExp(
  [
    String.raw`(${cursive}\p{M}{0,4}${joiner}(?=${cursive})`,
    String.raw`${virama}(?:\u200D|\u200C(?=\p{L}))`,
    String.raw`\p{L}\u200D(?=${virama})`,
    String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic}))`,
    joiner,
  ].join('|'),
  'gu',
);

/** The text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(everyInvisible, '');
}

/** The text without invisible characters, except the joiners and variations that its script needs. */
export function withoutNeedlessInvisible(text: string): string {
  return text
    .replace(neverNeeded, '')
    .replace(variations, '$1')
    .replace(repeatedJoiners, '$1')
    .replace(joiners, '$1');
}
