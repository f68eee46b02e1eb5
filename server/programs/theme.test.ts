import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { problemsOf } from './checked.ts';
import {
  checkNeutralColours,
  checkTheme,
  contrastRatio,
  type NeutralColours,
  readNeutralColours,
  themeCss,
} from './theme.ts';

const shipped = ['default', 'demo', 'cub-cadet', 'exmark', 'toro', 'yard-card'];
const modes = ['light', 'dark'] as const;

async function json(path: string) {
  return JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'));
}

const css = await readFile(new URL('../../web/theme/neutral.css', import.meta.url), 'utf8');
const read = readNeutralColours(css);
if (!read.ok) throw new Error(read.problems.join('\n'));
const neutral = read.value;
const toro = await json('../../programs/toro/theme.json');

function problems(light: Record<string, unknown>): string[] {
  return problemsOf(checkTheme({ ...toro, light: { ...toro.light, ...light } }, neutral as NeutralColours));
}

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

describe('the contrast gate', () => {
  test.each(shipped)('passes both modes of %s', async (program) => {
    expect(problemsOf(checkTheme(await json(`../../programs/${program}/theme.json`), neutral))).toEqual([]);
  });

  test.each(modes)('holds for the neutral colours among themselves: %s', (mode) => {
    const colours: Record<string, string> = neutral[mode];
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
        ([front = '', behind = '']) => contrastRatio(colours[front] ?? '', colours[behind] ?? '') < least,
      );
    expect(faint(texts, 4.5)).toEqual([]);
    expect(faint(edges, 3)).toEqual([]);
  });

  test('names the mode, both colours and the ratio of a pair that is too faint', () => {
    expect(problems({ 'on-action': '#FF8899' })).toEqual([
      'light.on-action #FF8899 on action #CC092F has a contrast of 2.53, below 4.5',
      'light.on-action #FF8899 on action-hover #A50726 has a contrast of 3.47, below 4.5',
    ]);
  });

  test.each([
    ['brand-bar', '#F0A0A0', 1],
    ['link', '#8A8A8A', 3],
    ['tint', '#777777', 5],
    ['action-edge', '#BBBBBB', 3],
    ['select', '#BBBBBB', 3],
  ])('stops a %s of %s', (name, colour, count) => {
    expect(problems({ [name]: colour })).toHaveLength(count);
  });
});

describe('checkTheme', () => {
  test('names each colour that is missing, misshapen or unknown', () => {
    expect(problems({ link: 'red', tint: '#FFF', select: undefined, glow: '#FFFFFF' })).toEqual([
      'light.select must be a colour like #1B1F24',
      'light.link must be a colour like #1B1F24',
      'light.tint must be a colour like #1B1F24',
      'light.glow is not known',
    ]);
    expect(problemsOf(checkTheme({ light: toro.light }, neutral))).toEqual(['dark is missing']);
    expect(problemsOf(checkTheme([], neutral))).toEqual(['the file must be an object']);
  });

  test('needs the neutral colours that appear next to a theme’s', () => {
    expect(problemsOf(checkNeutralColours({ ...neutral, dark: {} }))).toContain('dark.bg is missing');
  });
});

test('themeCss writes a rule per program and a light and dark custom property per colour', () => {
  const css = themeCss([
    { themeKey: 'toro', theme: toro },
    { themeKey: 'other', theme: toro },
  ]);
  expect(css.split('\n')[0]).toBe(
    '[data-theme="toro"]{--brand-bar:light-dark(#CC092F,#8F0621);--on-brand-bar:light-dark(#FFFFFF,#FFFFFF);' +
      '--brand-accent:light-dark(#1B1F24,#F2F4F7);--action:light-dark(#CC092F,#FF8096);' +
      '--on-action:light-dark(#FFFFFF,#3D000E);--action-hover:light-dark(#A50726,#FFAAB8);' +
      '--action-edge:light-dark(#CC092F,#FF8096);--select:light-dark(#1B1F24,#F2F4F7);' +
      '--link:light-dark(#1B1F24,#F2F4F7);--tint:light-dark(#F0F2F5,#262C33);}',
  );
  expect(css).toContain('\n[data-theme="other"]{');
});
