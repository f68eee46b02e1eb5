import { describe, expect, test } from 'vitest';
import { problemsOf } from '../config/checked.ts';
import { checkMotif, motifs, shippedMotif } from './motif.ts';

const colours = { ground: '#101010', tone: '#AABBCC', spark: '#FF0000' };
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 342 216">${inside}</svg>`;
const problems = (inside: string) => problemsOf(checkMotif(svg(inside), colours));
const shapes = 'path, circle, rect, ellipse, line, polygon, polyline, g';

test('a drawing of one’s own is kept, its colours as those of the card', () => {
  const source = `<?xml version="1.0"?>\n<!-- drawn by hand -->\n${svg(`
    <g fill="#aabbcc" transform="translate(3 4) rotate(-7)">
      <path d="M0 0h10v1.5e2z" stroke="#FF0000" stroke-width='2' stroke-linecap="round"/>
    </g><circle cx="1" cy="2" r="3" fill="none"/>
  `)}`;
  expect(checkMotif(source, colours)).toEqual({
    ok: true,
    value:
      '<g fill="var(--tone)" transform="translate(3 4) rotate(-7)">' +
      '<path d="M0 0h10v1.5e2z" stroke="var(--spark)" stroke-width="2" stroke-linecap="round"/></g>' +
      '<circle cx="1" cy="2" r="3" fill="none"/>',
  });
});

describe('a drawing of one’s own is refused', () => {
  test.each<[string, string, string]>([
    ['a style', '<style/>', `<style> is not allowed; allowed are ${shapes}`],
    ['foreign content', '<foreignObject/>', `<foreignObject> is not allowed; allowed are ${shapes}`],
    ['a reference', '<use href="#a"/>', `<use> is not allowed; allowed are ${shapes}`],
    ['a picture', '<image/>', `<image> is not allowed; allowed are ${shapes}`],
    ['a handler', '<g onload="alert(1)"/>', 'onload of <g> is not allowed'],
    ['a link', '<g xlink:href="https://x.example"/>', 'xlink:href of <g> is not allowed'],
    ['an inline style', '<g style="fill:red"/>', 'style of <g> is not allowed'],
    ['a url', '<g transform="url(#a)"/>', 'transform of <g> must be made of moves, turns and sizes'],
    [
      'a paint server',
      '<path fill="url(#a)" d="M0 0"/>',
      "fill of <path> must be none or one of the card's colours, #101010, #AABBCC, #FF0000",
    ],
    ['words for numbers', '<circle r="var(--x)"/>', 'r of <circle> must be made of numbers'],
    ['marks in a word', '<path stroke-linecap="a;b"/>', 'stroke-linecap of <path> must be a word'],
    ['a text', '<g>Toro</g>', 'cannot be read from “Toro</g></svg>” on'],
    ['an entity', '&x;', 'cannot be read from “&x;</svg>” on'],
    ['what closes nothing', '</g>', '</g> closes nothing'],
  ])('for %s', (_what, inside, problem) => {
    expect(problems(inside)).toContain(problem);
  });

  test.each<[string, string, string]>([
    ['another size', '<svg viewBox="0 0 1 1"/>', 'must have the viewBox 0 0 342 216'],
    ['another element around it', '<g/>', 'must begin with <svg>'],
    ['a handler on the whole', '<svg viewBox="0 0 342 216" onload="a"/>', 'onload is not allowed on <svg>'],
    ['an open end', '<svg viewBox="0 0 342 216"><g>', 'has an element that is not closed'],
    ['a second drawing', '<svg viewBox="0 0 342 216"/><svg/>', 'cannot be read from “<svg/>” on'],
    ['a document type', '<!DOCTYPE svg><svg/>', 'cannot be read from “<!DOCTYPE svg><svg/>” on'],
    ['its size', svg('<g/>'.repeat(1500)), 'must be at most 6000 bytes long'],
  ])('for %s', (_what, source, problem) => {
    expect(problemsOf(checkMotif(source, colours))).toContain(problem);
  });
});

test.each(motifs.filter((motif) => motif !== 'own'))(
  'the shipped motif %s would pass as one’s own',
  (motif) => {
    const drawn = shippedMotif(motif)
      .replaceAll('var(--ground)', colours.ground)
      .replaceAll('var(--tone)', colours.tone)
      .replaceAll('var(--spark)', colours.spark);
    expect(problems(drawn)).toEqual([]);
  },
);

test('stripes lean as far as the theme says', () => {
  expect(shippedMotif('stripes', 0)).toContain('M0 0h46L46 216h-46z');
  expect(shippedMotif('stripes', 45)).toContain('M0 0h46L-170 216h-46z');
});
