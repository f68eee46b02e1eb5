import { type Checked, failed, unless } from '../config/checked.ts';

/** Draws the shipped motifs and checks a program's own `motif.svg`. The card shows one motif (art direction, "Card grammar"). */

/** The possible values of `card.motif` in a theme. `own` means the file `motif.svg` in the program's folder. */
export const motifs = ['stripes', 'tracks', 'gear', 'leaf', 'horizon', 'wheat', 'own'] as const;
export type Motif = (typeof motifs)[number];

type CardColors = Readonly<Record<'ground' | 'tone' | 'spark', string>>;

const width = 342;
const height = 216;

/** The default slant of stripes, in degrees from the vertical. */
const stripeAngle = 28;

/** Returns the SVG elements of a shipped motif, without the background. Elements without a fill get the color `--tone`. */
export function shippedMotif(motif: Exclude<Motif, 'own'>, angle = stripeAngle): string {
  return motif === 'stripes' ? stripes(angle) : drawings[motif];
}

/** Returns slanted bands as wide as their gaps. The gap in the lower right corner is filled with the color `--spark`. */
function stripes(angle: number): string {
  const band = 46;
  const lean = Math.round(Math.tan((angle * Math.PI) / 180) * height);
  const at = (x: number) => `M${x} 0h${band}L${x + band - lean} ${height}h${-band}z`;
  const count = Math.ceil((width + lean) / (2 * band));
  const corner = band * (2 * Math.round((width + lean) / (2 * band) - 2) + 1);
  const tones = Array.from({ length: count }, (_, index) => at(2 * band * index));
  return `<path d="${tones.join('')}"/><path fill="var(--spark)" d="${at(corner)}"/>`;
}

/** Returns the path of a wheat stalk with five pairs of grains, and one grain at the tip. */
function stalk(): string {
  const pairs = [28, 48, 68, 88, 108].map(
    (y) => `M4 ${y}c10 1 19-7 19-23-14 4-22 13-19 23zM-4 ${y}c-10 1-19-7-19-23 14 4 22 13 19 23z`,
  );
  return `M-1.5 250V0h3v250zM0 10C-9 2-11-11 0-26 11-11 9 2 0 10z${pairs.join('')}`;
}

const drawings: Readonly<Record<Exclude<Motif, 'own' | 'stripes'>, string>> = {
  tracks: (() => {
    const turn = (radius: number) => `M${334 + radius} 226a${radius} ${radius} 0 1 0-${2 * radius} 0`;
    const turns = [10, 50, 90, 170, 210, 250, 290, 330].map(turn).join('');
    return (
      '<g fill="none" stroke-width="20">' +
      `<path stroke="var(--tone)" d="${turns}"/><path stroke="var(--spark)" d="${turn(130)}"/></g>`
    );
  })(),
  gear:
    '<circle fill="none" stroke="var(--tone)" cx="298" cy="142" r="112" stroke-width="26" stroke-dasharray="21.99" stroke-dashoffset="11"/>' +
    '<circle cx="298" cy="142" r="102"/><circle fill="var(--ground)" cx="298" cy="142" r="58"/>' +
    '<circle fill="var(--spark)" cx="298" cy="142" r="30"/>',
  leaf:
    '<g transform="translate(60)"><path d="M150 236C128 96 214 6 382-52 400 120 314 232 150 236z"/>' +
    '<g fill="none" stroke="var(--ground)" stroke-linecap="round"><path stroke-width="5" d="M118 274 382-52"/>' +
    '<path stroke-width="3.5" d="M218 150C212 120 214 90 226 58M218 150C248 156 278 152 314 140M256 102C250 74 254 50 ' +
    '266 20M256 102C284 106 310 100 342 86M294 54C290 34 294 18 302-6M294 54C314 56 330 50 354 38M184 192C178 170 176 ' +
    '148 182 120M184 192C206 200 232 200 266 192"/></g></g>',
  horizon:
    '<circle cx="252" cy="118" r="58"/><path fill="var(--spark)" d="M132 130v-16l10-9 10 9v6h34V92h14v28h12l14-14 14 ' +
    '14v10h40v-8h4V96l-4-6h20l-4 6v26h4v8h62v86H0v-62c40-18 84-28 132-24z"/>' +
    '<path fill="none" stroke="var(--ground)" stroke-width="3" opacity=".28" d="M200 163c48-6 94-6 142-1M200 188c50-7 ' +
    '96-8 146-3M214 208c40-6 80-7 128-3"/>',
  wheat: [
    'translate(270 38)rotate(3)scale(1.15)',
    'translate(212 108)rotate(-9)scale(.75)',
    'translate(322 98)rotate(14)scale(.75)',
  ]
    .map((place) => `<path transform="${place}" d="${stalk()}"/>`)
    .join(''),
};

/** Maximum number of bytes in a program's own drawing. It is sent with the first screen, which may have at most 14 KB (P1). */
const largest = 6000;

const shapes = ['path', 'circle', 'rect', 'ellipse', 'line', 'polygon', 'polyline', 'g'];
const numbers = [
  ...['d', 'points', 'cx', 'cy', 'r', 'x', 'y', 'width', 'height', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2'],
  ...['stroke-width', 'stroke-dasharray', 'stroke-dashoffset', 'opacity'],
];
const words = ['fill-rule', 'stroke-linecap', 'stroke-linejoin'];
/** The attributes that the <svg> element may have in addition to `viewBox`. The server drops these attributes. */
const outer = ['xmlns', 'width', 'height'];

const tag = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>\s*/y;
const attribute = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Returns the elements of a program's `motif.svg`, or its problems. Allows only plain shapes in the card's three colors. */
export function checkMotif(source: string, colors: CardColors): Checked<string> {
  if (Buffer.byteLength(source) > largest) return failed(`must be at most ${largest} bytes long`);
  const text = source.replace(/^\uFEFF?(<\?xml[^?]*\?>)?\s*/, '').replace(/<!--(?:(?!--).)*-->\s*/gs, '');
  const problems: string[] = [];
  const open: string[] = [];
  let drawn = '';
  let isClosed = false;
  tag.lastIndex = 0;
  for (let at = 0; at < text.length; at = tag.lastIndex) {
    const found = isClosed ? null : tag.exec(text);
    if (!found) return failed(...problems, `cannot be parsed at “${text.slice(at, at + 20).trim()}”`);
    const [, end, name = '', written = '', single] = found;
    if (end) {
      if (open.pop() !== name) return failed(...problems, `</${name}> has no opening tag`);
      if (open.length > 0) drawn += `</${name}>`;
      isClosed = open.length === 0;
      continue;
    }
    const attributes = [...written.matchAll(attribute)].map(
      ([, key = '', one, other]) => [key, one ?? other ?? ''] as const,
    );
    if (open.length === 0) problems.push(...outerProblems(name, attributes));
    else if (!shapes.includes(name))
      problems.push(`<${name}> is not allowed; allowed are ${shapes.join(', ')}`);
    else {
      const checked = attributes.map((each) => checkAttribute(name, each, colors));
      problems.push(...checked.flatMap(({ problem }) => problem ?? []));
      drawn += `<${name}${checked.map(({ kept }) => kept).join('')}${single ? '/' : ''}>`;
    }
    if (!single) open.push(name);
    else isClosed = open.length === 0;
  }
  if (!isClosed) problems.push('has an element that is not closed');
  return unless([...new Set(problems)], drawn);
}

function outerProblems(name: string, attributes: readonly (readonly [string, string])[]): string[] {
  if (name !== 'svg') return ['must begin with <svg>'];
  const viewBox = attributes.find(([key]) => key === 'viewBox')?.[1];
  return [
    ...(viewBox === `0 0 ${width} ${height}` ? [] : [`must have the viewBox 0 0 ${width} ${height}`]),
    ...attributes
      .filter(([key]) => key !== 'viewBox' && !outer.includes(key))
      .map(([key]) => `${key} is not allowed on <svg>`),
  ];
}

function checkAttribute(
  element: string,
  [name, value]: readonly [string, string],
  colors: CardColors,
): { kept: string; problem?: string } {
  const kept = (text: string) => ({ kept: ` ${name}="${text}"` });
  const refused = (why: string) => ({ kept: '', problem: `${name} of <${element}> ${why}` });
  if (name === 'fill' || name === 'stroke') {
    const role = (['ground', 'tone', 'spark'] as const).find(
      (each) => colors[each].toLowerCase() === value.toLowerCase(),
    );
    if (role) return kept(`var(--${role})`);
    const allowed = Object.values(colors).join(', ');
    return value === 'none' ? kept(value) : refused(`must be none or one of the card's colors, ${allowed}`);
  }
  if (numbers.includes(name))
    return /^[\d\s.,+A-DHLMQSTVZa-dehlmqstvz-]*$/.test(value)
      ? kept(value)
      : refused('must consist of numbers');
  if (words.includes(name)) return /^[a-z]+$/.test(value) ? kept(value) : refused('must be a word');
  if (name === 'transform')
    return /^((translate|rotate|scale|skewX|skewY|matrix)\([\d\s.,e-]*\)[\s,]*)*$/.test(value)
      ? kept(value)
      : refused('must consist of transforms such as translate, rotate and scale');
  return refused('is not allowed');
}
