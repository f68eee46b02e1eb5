import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../config/checked.ts';
import { checkTheme, contrastRatio, type NeutralColors, readNeutralColors, themeCss } from './theme.ts';

const shipped = ['default', 'demo', 'cub-cadet', 'exmark', 'toro', 'yard-card'];
const modes = ['light', 'dark'] as const;

async function json(path: string) {
  return JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
}

const css = await readFile(new URL('../../web/theme/neutral.css', import.meta.url), 'utf8');
const read = readNeutralColors(css);
if (!read.ok) throw new Error(read.problems.join('\n'));
const neutral = read.value;
const toro = await json('../../programs/toro/theme.json');

/** Returns the problems of Toro's theme with these entries changed. */
function entryProblems(entries: Record<string, unknown>): string[] {
  return problemsOf(checkTheme({ ...toro, ...entries }, neutral));
}

function cardProblems(card: Record<string, unknown>): string[] {
  return entryProblems({ card: { ...toro.card, ...card } });
}

function problems(light: Record<string, unknown>): string[] {
  return problemsOf(checkTheme({ ...toro, light: { ...toro.light, ...light } }, neutral as NeutralColors));
}

/** Returns whether a color is a red, from pink to orange, with a saturation below 70%. Gray, black and white have no hue. */
function isPaleRed(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const saturation = (red - Math.min(green, blue)) / red;
  const degrees = (60 * (green - blue)) / (red - Math.min(green, blue));
  return red > Math.max(green, blue) && Math.abs(degrees) < 30 && saturation > 0.15 && saturation < 0.7;
}

test('salmon is a pale red; red, yellow, white and black are not', () => {
  const colors = ['#FA8072', '#FF9AA2', '#FF8A80', '#EB2D48', '#FFC20E', '#F3F4F6', '#1A1D21'];
  expect(colors.filter(isPaleRed)).toEqual(['#FA8072', '#FF9AA2', '#FF8A80']);
});

describe('contrastRatio', () => {
  test.each([
    ['#000000', '#FFFFFF', 21],
    ['#FFFFFF', '#000000', 21],
    ['#767676', '#FFFFFF', 4.54],
    ['#1B1F24', '#FFFFFF', 16.56],
    ['#cc092f', '#CC092F', 1],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
  });
});

describe('the contrast check', () => {
  test.each(shipped)('passes for both modes of %s', async (program) => {
    expect(problemsOf(checkTheme(await json(`../../programs/${program}/theme.json`), neutral))).toEqual([]);
  });

  test.each(shipped)('finds no red of %s that turns salmon in dark mode', async (program) => {
    const { dark } = await json(`../../programs/${program}/theme.json`);
    const pale = ['action', 'action-hover', 'action-edge', 'line'].filter((name) => isPaleRed(dark[name]));
    expect(pale).toEqual([]);
  });

  test.each(modes)('passes for the neutral colors among each other: %s', (mode) => {
    const colors: Record<string, string> = neutral[mode];
    const texts = [
      ...['text', 'muted', 'error', 'success', 'warning'].flatMap((front) => [
        [front, 'bg'],
        [front, 'surface'],
      ]),
      ['error', 'error-bg'],
      ['success', 'success-bg'],
      ['warning', 'warning-bg'],
      ['text', 'error-bg'],
      ['text', 'success-bg'],
      ['text', 'warning-bg'],
    ];
    const edges = [
      ['border', 'bg'],
      ['border', 'surface'],
      ['focus-ring', 'bg'],
      ['focus-ring', 'surface'],
    ];
    const faint = (pairs: string[][], least: number) =>
      pairs.filter(
        ([front = '', behind = '']) => contrastRatio(colors[front] ?? '', colors[behind] ?? '') < least,
      );
    expect(faint(texts, 4.5)).toEqual([]);
    expect(faint(edges, 3)).toEqual([]);
  });

  test('reports the mode, both colors and the ratio of a pair with too little contrast', () => {
    expect(problems({ 'on-action': '#FF8899' })).toEqual([
      'light.on-action #FF8899 on action #CC092F has a contrast of 2.53, below 4.5',
      'light.on-action #FF8899 on action-hover #A50726 has a contrast of 3.47, below 4.5',
    ]);
  });

  test.each([
    ['field', '#F0A0A0', 1],
    ['field-tone', '#F0A0A0', 1],
    ['line', '#F0A0A0', 2],
    ['line', '#DEDCD6', 2],
    ['link', '#8A8A8A', 3],
    ['tint', '#777777', 5],
    ['action-edge', '#BBBBBB', 3],
    ['select', '#BBBBBB', 4],
  ])('refuses %s as %s', (name, color, count) => {
    expect(problems({ [name]: color })).toHaveLength(count);
  });
});

describe('checkTheme', () => {
  test('reports each color that is missing, invalid or unknown', () => {
    expect(problems({ link: 'red', tint: '#FFF', select: undefined, glow: '#FFFFFF' })).toEqual([
      'light.select must be a color like #1B1F24',
      'light.link must be a color like #1B1F24',
      'light.tint must be a color like #1B1F24',
      'light.glow is not known',
    ]);
    expect(entryProblems({ dark: undefined })).toEqual(['dark must be an object']);
    expect(problemsOf(checkTheme([], neutral))).toEqual(['the file must be an object']);
  });

  test('needs the neutral colors that appear next to a theme’s', () => {
    const renamed = css.replaceAll('--color-bg:', '--color-back:');
    expect(problemsOf(readNeutralColors(renamed))).toEqual(['light.bg is missing', 'dark.bg is missing']);
  });
});

describe('the card and the shapes', () => {
  test.each<[string, string[], Record<string, unknown>]>([
    [
      'an unknown motif',
      ['card.motif must be one of stripes, tracks, gear, leaf, horizon, wheat, own'],
      { card: { ...toro.card, motif: 'paisley' } },
    ],
    [
      'a color of another form',
      ['card.spark must be a color like #1B1F24'],
      { card: { ...toro.card, spark: 'white' } },
    ],
    [
      'an angle that is too large',
      ['card.angle must be a whole number from 0 to 60, in degrees'],
      { card: { ...toro.card, angle: 80 } },
    ],
    [
      'an angle for a motif without stripes',
      ['card.angle is only for the motif stripes'],
      { card: { ...toro.card, motif: 'gear' } },
    ],
    [
      'an unknown edge',
      ['edge must be one of slant, rule, teeth, curve, hill, perforation'],
      { edge: 'torn' },
    ],
    [
      'corners in another unit, and too many',
      [
        'radius must be one or two sizes from 0px to 39px, like "8px" or "16px 4px"',
        'button-radius must be one or two sizes from 0px to 39px, like "8px" or "16px 4px"',
      ],
      { radius: '1rem', 'button-radius': '1px 2px 3px' },
    ],
    ['a name too light', ['name-weight must be a whole number from 400 to 900'], { 'name-weight': 100 }],
    ['a name too wide', ['name-tracking must be a number from -0.05 to 0.1'], { 'name-tracking': 1 }],
  ])('refuse %s', (_what, expected, entries) => {
    expect(entryProblems(entries)).toEqual(expected);
  });

  test('reports text on the card with too little contrast, also on the drawing behind it', () => {
    expect(cardProblems({ ink: '#DD6677' })).toEqual([
      'card.ink #DD6677 on ground #D40A32 has a contrast of 1.60, below 4.5',
      'card.ink #DD6677 on tone #B90529 has a contrast of 2.00, below 4.5',
      'card.holder-ink #DD6677 on ground #D40A32 has a contrast of 1.60, below 4.5',
    ]);
    expect(cardProblems({ 'holder-ink': '#DD6677' })).toHaveLength(1);
  });
});

test('themeCss writes a rule per program with a custom property per color and shape', () => {
  const css = themeCss([
    { themeKey: 'toro', theme: toro },
    { themeKey: 'other', theme: toro },
  ]);
  expect(css.split('\n')[0]).toBe(
    '[data-theme="toro"]{--field:light-dark(#A60725,#5C0618);--field-tone:light-dark(#9C0622,#6A091D);' +
      '--on-field:#FFFFFF;--line:light-dark(#CC092F,#EB2D48);--action:light-dark(#CC092F,#D8133A);' +
      '--on-action:#FFFFFF;--action-hover:light-dark(#A50726,#BC0F32);--action-edge:light-dark(#CC092F,#EB2D48);' +
      '--select:light-dark(#1A1D21,#F3F4F6);--link:light-dark(#1A1D21,#F3F4F6);--tint:light-dark(#F6F3F1,#252A31);' +
      '--ground:#D40A32;--tone:#B90529;--spark:#FFFFFF;--ink:#FFFFFF;--holder-ink:#FFFFFF;' +
      '--field-edge:var(--color-bg);--radius:8px;--radius-button:8px;--name-weight:800;--name-tracking:-0.035em;}',
  );
  expect(css).toContain('\n[data-theme="other"]{');
});
