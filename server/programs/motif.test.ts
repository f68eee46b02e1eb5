import { describe, expect, test } from 'vitest';
import { problemsOf } from '../config/checked.ts';
import { checkMotif, motifs, shippedMotif } from './motif.ts';

const colors = { ground: '#101010', tone: '#AABBCC', spark: '#FF0000' };
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 342 216">${inside}</svg>`;
const problems = (inside: string) => problemsOf(checkMotif(svg(inside), colors));
const shapes = 'path, circle, rect, ellipse, line, polygon, polyline, g';

test('a program’s own drawing is kept, with its colors replaced by those of the card', () => {
  const source = `<?xml version="1.0"?>\n<!-- drawn by hand -->\n${svg(`
    <g fill="#aabbcc" transform="translate(3 4) rotate(-7)">
      <path d="M0 0h10v1.5e2z" stroke="#FF0000" stroke-width='2' stroke-linecap="round"/>
    </g><circle cx="1" cy="2" r="3" fill="none"/>
  `)}`;
  expect(checkMotif(source, colors)).toEqual({
    ok: true,
    value:
      '<g fill="var(--tone)" transform="translate(3 4) rotate(-7)">' +
      '<path d="M0 0h10v1.5e2z" stroke="var(--spark)" stroke-width="2" stroke-linecap="round"/></g>' +
      '<circle cx="1" cy="2" r="3" fill="none"/>',
  });
});

describe('a program’s own drawing is refused', () => {
  test.each<[string, string, string]>([
    ['a style', '<style/>', `<style> is not allowed; allowed are ${shapes}`],
    ['foreign content', '<foreignObject/>', `<foreignObject> is not allowed; allowed are ${shapes}`],
    ['a reference', '<use href="#a"/>', `<use> is not allowed; allowed are ${shapes}`],
    ['a picture', '<image/>', `<image> is not allowed; allowed are ${shapes}`],
    ['a handler', '<g onload="alert(1)"/>', 'onload of <g> is not allowed'],
    ['a link', '<g xlink:href="https://x.example"/>', 'xlink:href of <g> is not allowed'],
    ['an inline style', '<g style="fill:red"/>', 'style of <g> is not allowed'],
    [
      'a url',
      '<g transform="url(#a)"/>',
      'transform of <g> must consist of transforms such as translate, rotate and scale',
    ],
    [
      'a paint server',
      '<path fill="url(#a)" d="M0 0"/>',
      "fill of <path> must be none or one of the card's colors, #101010, #AABBCC, #FF0000",
    ],
    ['a word instead of a number', '<circle r="var(--x)"/>', 'r of <circle> must consist of numbers'],
    ['punctuation in a word', '<path stroke-linecap="a;b"/>', 'stroke-linecap of <path> must be a word'],
    ['a text', '<g>Toro</g>', 'cannot be parsed at “Toro</g></svg>”'],
    ['an entity', '&x;', 'cannot be parsed at “&x;</svg>”'],
    ['a closing tag without an opening one', '</g>', '</g> has no opening tag'],
  ])('for %s', (_what, inside, problem) => {
    expect(problems(inside)).toContain(problem);
  });

  test.each<[string, string, string]>([
    ['another size', '<svg viewBox="0 0 1 1"/>', 'must have the viewBox 0 0 342 216'],
    ['another element around it', '<g/>', 'must begin with <svg>'],
    ['a handler on <svg>', '<svg viewBox="0 0 342 216" onload="a"/>', 'onload is not allowed on <svg>'],
    ['an element that is not closed', '<svg viewBox="0 0 342 216"><g>', 'has an element that is not closed'],
    ['a second drawing', '<svg viewBox="0 0 342 216"/><svg/>', 'cannot be parsed at “<svg/>”'],
    ['a document type', '<!DOCTYPE svg><svg/>', 'cannot be parsed at “<!DOCTYPE svg><svg/>”'],
    ['its size', svg('<g/>'.repeat(1500)), 'must be at most 6000 bytes long'],
  ])('for %s', (_what, source, problem) => {
    expect(problemsOf(checkMotif(source, colors))).toContain(problem);
  });
});

test.each(motifs.filter((motif) => motif !== 'own'))(
  'the shipped motif %s would pass as a program’s own',
  (motif) => {
    const drawn = shippedMotif(motif)
      .replaceAll('var(--ground)', colors.ground)
      .replaceAll('var(--tone)', colors.tone)
      .replaceAll('var(--spark)', colors.spark);
    expect(problems(drawn)).toEqual([]);
  },
);

test('stripes lean by the angle in the theme', () => {
  expect(shippedMotif('stripes', 0)).toContain('M0 0h46L46 216h-46z');
  expect(shippedMotif('stripes', 45)).toContain('M0 0h46L-170 216h-46z');
});

test('the bright stripe fills the whole gap between two other stripes', () => {
  for (const angle of [0, 28, 45]) {
    const starts = [...shippedMotif('stripes', angle).matchAll(/M(\d+) 0h46/g)].map(([, x]) => Number(x));
    const bright = starts.pop() ?? 0;
    expect(starts).toEqual(expect.arrayContaining([bright - 46, bright + 46]));
  }
});
