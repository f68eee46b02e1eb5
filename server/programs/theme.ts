import Type, { type Static } from 'typebox';
import { type Checked, checkShape, unless } from '../config/checked.ts';
import { type Motif, motifs } from './motif.ts';

/**
 * A program's `theme.json` (D20): its card, the shape of its corners and edges, and its colours in light and dark, named
 * as the page's custom properties; and the gate that keeps text and edges readable (WCAG 2.2, 1.4.3 and 1.4.11).
 */

const closed = { additionalProperties: false };
const colour = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'a colour like #1B1F24' });

function oneOf<const T extends string>(names: readonly T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: [...names], description: `one of ${names.join(', ')}` });
}

/** One radius for all corners, or two: for upper left and lower right, and for the other two. */
const corners = Type.String({
  pattern: '^([0-9]|[1-3][0-9])px( ([0-9]|[1-3][0-9])px)?$',
  description: 'one or two sizes of 0px to 39px, like "8px" or "16px 4px"',
});

const paletteSchema = Type.Object(
  {
    /** Ground of the intro and the finish, the second colour of its art, and text on both. */
    field: colour,
    'field-tone': colour,
    'on-field': colour,
    /** The progress line, and marks. */
    line: colour,
    action: colour,
    'on-action': colour,
    'action-hover': colour,
    'action-edge': colour,
    select: colour,
    link: colour,
    tint: colour,
  },
  closed,
);

const cardSchema = Type.Object(
  {
    motif: oneOf(motifs),
    ground: colour,
    tone: colour,
    spark: colour,
    /** Name, issuer and holder. */
    ink: colour,
    /** The holder's line, where it lies on the spark. */
    'holder-ink': Type.Optional(colour),
    /** How far stripes lean from upright. */
    angle: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 60, description: 'a whole number of 0 to 60, in degrees' }),
    ),
  },
  closed,
);

/** The lower edge of the coloured field. */
export const edges = ['slant', 'rule', 'teeth', 'curve', 'hill', 'perforation'] as const;

const themeSchema = Type.Object(
  {
    card: cardSchema,
    edge: oneOf(edges),
    radius: corners,
    'button-radius': corners,
    'name-weight': Type.Integer({ minimum: 400, maximum: 900, description: 'a whole number of 400 to 900' }),
    /** Parts of the size of the type. */
    'name-tracking': Type.Number({ minimum: -0.05, maximum: 0.1, description: 'a number of -0.05 to 0.1' }),
    light: paletteSchema,
    dark: paletteSchema,
  },
  closed,
);

const neutralPaletteSchema = Type.Object({
  bg: colour,
  surface: colour,
  text: colour,
  muted: colour,
  border: colour,
  divider: colour,
});
const neutralSchema = Type.Object({ light: neutralPaletteSchema, dark: neutralPaletteSchema });

/** How a program looks. Colours are `#RRGGBB`. */
export type Theme = Static<typeof themeSchema>;

/** The page's own colours that are seen next to a theme's colours; the same for every program. */
export type NeutralColours = Static<typeof neutralSchema>;

/** The neutral colours as the page's style sheet declares them: `--color-bg: light-dark(#ffffff, #14171b);`. */
export function readNeutralColours(css: string): Checked<NeutralColours> {
  const declared = [
    ...css.matchAll(/(?<![a-z-])--color-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/gi),
  ];
  const palette = (mode: 2 | 3) => Object.fromEntries(declared.map((match) => [match[1], match[mode]]));
  return checkNeutralColours({ light: palette(2), dark: palette(3) });
}

type ColourName = keyof Theme['light'] | keyof NeutralColours['light'];
type Pair = [front: ColourName, behind: ColourName];

const textPairs: Pair[] = [
  ['on-field', 'field'],
  ['on-field', 'field-tone'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['bg', 'select'],
  ['link', 'bg'],
  ['link', 'surface'],
  ['link', 'tint'],
  ['text', 'tint'],
  ['muted', 'tint'],
];
const edgePairs: Pair[] = [
  ['action-edge', 'bg'],
  ['action-edge', 'surface'],
  ['action-edge', 'tint'],
  ['line', 'bg'],
  ['select', 'bg'],
  ['select', 'surface'],
  ['select', 'tint'],
  ['border', 'tint'],
];
/** How far one has come is said in words too. */
const progressPairs: Pair[] = [['line', 'divider']];

/** The motifs whose tone lies behind the card's words. */
const tonedBehindWords: readonly Motif[] = ['stripes', 'tracks', 'leaf'];

/** The theme, or every problem with it: a missing or misshapen entry, else each pair that is too faint. */
export function checkTheme(value: unknown, neutral: NeutralColours): Checked<Theme> {
  const shape = checkShape(themeSchema, value);
  if (!shape.ok) return shape;
  const theme = shape.value;
  const problems = (['light', 'dark'] as const).flatMap((mode) => {
    const colours = { ...neutral[mode], ...theme[mode] };
    return [
      ...textPairs.flatMap((pair) => faintness(mode, colours, pair, 4.5)),
      ...edgePairs.flatMap((pair) => faintness(mode, colours, pair, 3)),
      ...progressPairs.flatMap((pair) => faintness(mode, colours, pair, 1.5)),
    ];
  });
  return unless([...cardProblems(theme.card), ...problems], theme);
}

/** The card looks the same in light and dark. */
function cardProblems(card: Theme['card']): string[] {
  const { motif, angle, ground, tone, spark, ink } = card;
  const colours = { ground, tone, spark, ink, 'holder-ink': card['holder-ink'] ?? ink };
  type CardPair = [front: keyof typeof colours, behind: keyof typeof colours];
  const pairs: CardPair[] = [
    ['ink', 'ground'],
    ...(tonedBehindWords.includes(motif) ? [['ink', 'tone'] satisfies CardPair] : []),
    ['holder-ink', motif === 'horizon' ? 'spark' : 'ground'],
  ];
  const turned = angle !== undefined && motif !== 'stripes';
  return [
    ...(turned ? ['card.angle turns stripes only'] : []),
    ...pairs.flatMap((pair) => faintness('card', colours, pair, 4.5)),
  ];
}

/** The neutral colours, or every problem with them. */
export function checkNeutralColours(value: unknown): Checked<NeutralColours> {
  return checkShape(neutralSchema, value);
}

function faintness<Name extends string>(
  mode: string,
  colours: Readonly<Record<Name, string>>,
  [front, behind]: [front: Name, behind: Name],
  least: number,
): string[] {
  const ratio = contrastRatio(colours[front], colours[behind]);
  if (ratio >= least) return [];
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  return [
    `${mode}.${front} ${colours[front]} on ${behind} ${colours[behind]} has a contrast of ${shown}, below ${least}`,
  ];
}

/** The contrast of two `#RRGGBB` colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** All themes as one style sheet: a rule per program, with a custom property per colour and shape. */
export function themeCss(themes: readonly { themeKey: string; theme: Theme }[]): string {
  return themes
    .map(({ themeKey, theme }) => `[data-theme="${themeKey}"]{${customProperties(theme)}}\n`)
    .join('');
}

/** What the lower edge of the field is drawn in, where it is not the page's own ground. */
const edgeColours: Partial<Record<Theme['edge'], string>> = {
  rule: 'var(--spark)',
  teeth: 'light-dark(var(--color-bg),var(--spark))',
};

function customProperties({ card, light, dark, ...theme }: Theme): string {
  const names = Object.keys(paletteSchema.properties) as (keyof typeof light)[];
  const colours = names.map(
    (name) =>
      `--${name}:${light[name] === dark[name] ? light[name] : `light-dark(${light[name]},${dark[name]})`};`,
  );
  const fixed = {
    ground: card.ground,
    tone: card.tone,
    spark: card.spark,
    ink: card.ink,
    'holder-ink': card['holder-ink'] ?? card.ink,
    'field-edge': edgeColours[theme.edge] ?? 'var(--color-bg)',
    radius: theme.radius,
    'radius-button': theme['button-radius'],
    'name-weight': theme['name-weight'],
    'name-tracking': `${theme['name-tracking']}em`,
  };
  return [...colours, ...Object.entries(fixed).map(([name, value]) => `--${name}:${value};`)].join('');
}
