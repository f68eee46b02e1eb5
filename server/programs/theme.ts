import Type, { type Static } from 'typebox';
import { type Checked, checkShape, unless } from '../config/checked.ts';
import { type Motif, motifs } from './motif.ts';
import { closedObject, oneOf, wholeNumber } from './schema-parts.ts';

/** Checks a program's `theme.json` (D20). The checks include the contrast of text and edges (WCAG 2.2, 1.4.3 and 1.4.11). */

const color = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'a color like #1B1F24' });

/** One radius for all corners, or two radii: one for the upper left and lower right corners, and one for the other corners. */
const corners = Type.String({
  pattern: '^([0-9]|[1-3][0-9])px( ([0-9]|[1-3][0-9])px)?$',
  description: 'one or two sizes from 0px to 39px, like "8px" or "16px 4px"',
});

const paletteSchema = closedObject({
  /** The background color of the intro and the final screen. */
  field: color,
  /** The second color of the art on the intro and the final screen. */
  'field-tone': color,
  /** The color of text on the intro and the final screen. */
  'on-field': color,
  /** The color of progress lines, list markers and drawings. */
  line: color,
  action: color,
  'on-action': color,
  'action-hover': color,
  'action-edge': color,
  select: color,
  link: color,
  tint: color,
});

const cardSchema = closedObject({
  motif: oneOf(motifs),
  ground: color,
  tone: color,
  spark: color,
  /** The color of the program's name, the issuer and the cardholder on the card. */
  ink: color,
  /** The color of the cardholder's name on the card, if it differs from `ink`. */
  'holder-ink': Type.Optional(color),
  /** The slant of the stripes, in degrees from the vertical. */
  angle: Type.Optional(wholeNumber(0, 60, { unit: ', in degrees' })),
});

/** The possible shapes of the lower edge of the first screen's colored area. */
export const edges = ['slant', 'rule', 'teeth', 'curve', 'hill', 'perforation'] as const;

const themeSchema = closedObject({
  card: cardSchema,
  edge: oneOf(edges),
  radius: corners,
  'button-radius': corners,
  'name-weight': wholeNumber(400, 900),
  /** Letter spacing as a fraction of the font size. */
  'name-tracking': Type.Number({ minimum: -0.05, maximum: 0.1, description: 'a number from -0.05 to 0.1' }),
  light: paletteSchema,
  dark: paletteSchema,
});

const neutralPaletteSchema = Type.Object({
  bg: color,
  surface: color,
  text: color,
  muted: color,
  border: color,
  divider: color,
  success: color,
  warning: color,
  'warning-bg': color,
});
const neutralSchema = Type.Object({ light: neutralPaletteSchema, dark: neutralPaletteSchema });

/** A program's look. Colors are `#RRGGBB`. */
export type Theme = Static<typeof themeSchema>;

/** The page's own colors that can be next to a theme's colors. They are the same for all programs. */
export type NeutralColors = Static<typeof neutralSchema>;

/** Returns the neutral colors of a style sheet, such as `--color-bg: light-dark(#ffffff, #14171b);`, or its problems. */
export function readNeutralColors(css: string): Checked<NeutralColors> {
  const declared = [
    ...css.matchAll(/(?<![a-z-])--color-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/gi),
  ];
  const palette = (mode: 2 | 3) => Object.fromEntries(declared.map((match) => [match[1], match[mode]]));
  return checkShape(neutralSchema, { light: palette(2), dark: palette(3) });
}

type ColorName = keyof Theme['light'] | keyof NeutralColors['light'];

/** Minimum contrast between each front color and each of the colors that may be behind it: 4.5 for text, 3 for edges. */
const contrasts: readonly [front: ColorName, least: number, behind: readonly ColorName[]][] = [
  ['on-field', 4.5, ['field', 'field-tone']],
  ['on-action', 4.5, ['action', 'action-hover']],
  ['bg', 4.5, ['select']],
  ['link', 4.5, ['bg', 'surface', 'tint']],
  ['text', 4.5, ['tint']],
  ['muted', 4.5, ['tint']],
  ['action-edge', 3, ['bg', 'surface', 'tint']],
  ['line', 3, ['bg']],
  ['select', 3, ['bg', 'surface', 'tint']],
  ['border', 3, ['tint']],
  // A contrast of 1.5 is enough here, because the page also states the progress in words.
  ['line', 1.5, ['divider']],
];

/** The motifs that have the color `tone` behind the card's text. */
const tonedBehindWords: readonly Motif[] = ['stripes', 'tracks', 'leaf'];

/** Returns the theme or its problems. If the theme matches the schema, also checks the contrast between colors. */
export function checkTheme(value: unknown, neutral: NeutralColors): Checked<Theme> {
  const shape = checkShape(themeSchema, value);
  if (!shape.ok) return shape;
  const theme = shape.value;
  const problems = (['light', 'dark'] as const).flatMap((mode) => {
    const colors = { ...neutral[mode], ...theme[mode] };
    return contrasts.flatMap(([front, least, behind]) =>
      behind.flatMap((name) => contrastProblems(mode, colors, [front, name], least)),
    );
  });
  return unless([...cardProblems(theme.card), ...problems], theme);
}

/** Returns the problems of the card. Its colors are checked only once, because they are the same in light and dark mode. */
function cardProblems(card: Theme['card']): string[] {
  const { motif, angle, ground, tone, spark, ink } = card;
  const colors = { ground, tone, spark, ink, 'holder-ink': card['holder-ink'] ?? ink };
  const hasUselessAngle = angle !== undefined && motif !== 'stripes';
  return [
    ...(hasUselessAngle ? ['card.angle is only for the motif stripes'] : []),
    ...contrastProblems('card', colors, ['ink', 'ground'], 4.5),
    ...(tonedBehindWords.includes(motif) ? contrastProblems('card', colors, ['ink', 'tone'], 4.5) : []),
    ...contrastProblems('card', colors, ['holder-ink', motif === 'horizon' ? 'spark' : 'ground'], 4.5),
  ];
}

function contrastProblems<Name extends string>(
  mode: string,
  colors: Readonly<Record<Name, string>>,
  [front, behind]: [front: Name, behind: Name],
  least: number,
): string[] {
  const ratio = contrastRatio(colors[front], colors[behind]);
  if (ratio >= least) return [];
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  return [
    `${mode}.${front} ${colors[front]} on ${behind} ${colors[behind]} has a contrast of ${shown}, below ${least}`,
  ];
}

/** Returns the contrast ratio of two `#RRGGBB` colors, from 1 to 21, as defined by WCAG 2.2. */
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

/** Returns all themes as one style sheet. It has one rule per theme, which sets a custom property for each color and shape. */
export function themeCss(themes: readonly { themeKey: string; theme: Theme }[]): string {
  return themes
    .map(({ themeKey, theme }) => `[data-theme="${themeKey}"]{${customProperties(theme)}}\n`)
    .join('');
}

/** The color of the colored area's lower edge, by the edge's shape. Edges of other shapes have the page's background color. */
const edgeColors: Partial<Record<Theme['edge'], string>> = {
  rule: 'var(--spark)',
  teeth: 'light-dark(var(--color-bg),var(--spark))',
};

function customProperties({ card, light, dark, ...theme }: Theme): string {
  const names = Object.keys(paletteSchema.properties) as (keyof typeof light)[];
  const colors = names.map(
    (name) =>
      `--${name}:${light[name] === dark[name] ? light[name] : `light-dark(${light[name]},${dark[name]})`};`,
  );
  const fixed = {
    ground: card.ground,
    tone: card.tone,
    spark: card.spark,
    ink: card.ink,
    'holder-ink': card['holder-ink'] ?? card.ink,
    'field-edge': edgeColors[theme.edge] ?? 'var(--color-bg)',
    radius: theme.radius,
    'radius-button': theme['button-radius'],
    'name-weight': theme['name-weight'],
    'name-tracking': `${theme['name-tracking']}em`,
  };
  return [...colors, ...Object.entries(fixed).map(([name, value]) => `--${name}:${value};`)].join('');
}
