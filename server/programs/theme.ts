import Type, { type Static } from 'typebox';
import { type Checked, checkShape, unless } from './checked.ts';

/**
 * A program's `theme.json` (D20): ten colours, each in light and dark, named as the page's custom
 * properties, and the gate that keeps text and edges readable (WCAG 2.2, 1.4.3 and 1.4.11).
 */

const closed = { additionalProperties: false };
const colour = Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'a colour like #1B1F24' });

const paletteSchema = Type.Object(
  {
    'brand-bar': colour,
    'on-brand-bar': colour,
    'brand-accent': colour,
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
const themeSchema = Type.Object({ light: paletteSchema, dark: paletteSchema }, closed);

const neutralPaletteSchema = Type.Object({
  bg: colour,
  surface: colour,
  text: colour,
  muted: colour,
  border: colour,
});
const neutralSchema = Type.Object({ light: neutralPaletteSchema, dark: neutralPaletteSchema });

/** A program's colours as `#RRGGBB`. */
export type Theme = Static<typeof themeSchema>;

/** The page's own colours that are seen next to a theme's colours; the same for every program. */
export type NeutralColours = Static<typeof neutralSchema>;

/** The neutral colours as the page's style sheet declares them: `--color-bg: light-dark(#ffffff, #14171b);`. */
export function readNeutralColours(css: string): Checked<NeutralColours> {
  const declared = [...css.matchAll(/--color-([a-z-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/gi)];
  const palette = (mode: 2 | 3) => Object.fromEntries(declared.map((match) => [match[1], match[mode]]));
  return checkNeutralColours({ light: palette(2), dark: palette(3) });
}

type ColourName = keyof Theme['light'] | keyof NeutralColours['light'];
type Pair = [front: ColourName, behind: ColourName];

const textPairs: Pair[] = [
  ['on-brand-bar', 'brand-bar'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
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
  ['select', 'bg'],
  ['select', 'surface'],
  ['select', 'tint'],
  ['border', 'tint'],
];

/** The theme, or every problem with it: a missing or misshapen colour, else each pair that is too faint. */
export function checkTheme(value: unknown, neutral: NeutralColours): Checked<Theme> {
  const shape = checkShape(themeSchema, value);
  if (!shape.ok) return shape;
  const theme = shape.value;
  const problems = (['light', 'dark'] as const).flatMap((mode) => {
    const colours = { ...neutral[mode], ...theme[mode] };
    return [
      ...textPairs.flatMap((pair) => faintness(mode, colours, pair, 4.5)),
      ...edgePairs.flatMap((pair) => faintness(mode, colours, pair, 3)),
    ];
  });
  return unless(problems, theme);
}

/** The neutral colours, or every problem with them. */
export function checkNeutralColours(value: unknown): Checked<NeutralColours> {
  return checkShape(neutralSchema, value);
}

function faintness(
  mode: string,
  colours: Record<ColourName, string>,
  [front, behind]: Pair,
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

/** All themes as one style sheet: a rule per program, a custom property per colour. */
export function themeCss(themes: readonly { themeKey: string; theme: Theme }[]): string {
  return themes
    .map(({ themeKey, theme }) => `[data-theme="${themeKey}"]{${customProperties(theme)}}\n`)
    .join('');
}

function customProperties({ light, dark }: Theme): string {
  const names = Object.keys(paletteSchema.properties) as (keyof typeof light)[];
  return names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]});`).join('');
}
