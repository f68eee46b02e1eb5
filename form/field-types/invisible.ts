/** Removes invisible characters, such as zero-width spaces, which copied text can contain unnoticed (D2, D9). */

/** Matches the characters that Unicode lists as invisible, and the marks of interlinear annotations. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;

const joiner = String.raw`[\u200C\u200D]`;
/** Matches a variation selector, which selects a variant of the character before it. */
const variation = String.raw`[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`;

/** Matches letters of scripts in which letters join their neighbors, such as Arabic. */
const cursive = String.raw`(?=\p{L})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]`;
/** Matches a virama, the sign that joins two consonants in Indic and related scripts. */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\uA806\uA8C4\uA953\uA9C0\uAAF6\uABED\u{11133}\u{11134}]`;

const everyInvisible = new RegExp(invisible, 'gu');
const neverNeeded = new RegExp(`(?!${joiner}|${variation})${invisible}`, 'gu');
const repeatedJoiners = new RegExp(`(${joiner})${joiner}+`, 'gu');

/** Matches any variation selector. If the character before it has variants, group 1 captures that character and the selector. */
const variations = new RegExp(
  String.raw`([\p{S}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}]${variation}|[0-9#*]\uFE0F(?=\u20E3))|${variation}`,
  'gu',
);

/** Matches joiners. Group 1 captures a match only if the joiner changes how the text looks (UAX #31, UTS #51). */
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

/** Returns a text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(everyInvisible, '');
}

/** Returns a text without invisible characters, except the joiners and variation selectors that its script needs. */
export function withoutNeedlessInvisible(text: string): string {
  return text
    .replace(neverNeeded, '')
    .replace(variations, '$1')
    .replace(repeatedJoiners, '$1')
    .replace(joiners, '$1');
}
