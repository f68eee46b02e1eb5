/** Draws a program's card without its words, as SVG in the card's colors, for the favicon and for emails. */
import type { Program } from './programs.ts';

/** The `viewBox` of a card's SVG. It contains the card's width and height in SVG units. */
export const cardBox = '0 0 342 216';

/** Returns the card's background and motif as SVG elements, in colors that the surrounding element sets as CSS variables. */
export function cardFace(motif: string): string {
  return `<path fill="var(--ground)" d="M0 0h342v216H0z"/><g fill="var(--tone)">${motif}</g>`;
}

/** Returns SVG with the colors of a card instead of the CSS variables. */
export function inCardColors(svg: string, { card }: Program['theme']): string {
  return svg.replace(/var\(--(ground|tone|spark)\)/g, (_, role: 'ground' | 'tone' | 'spark') => card[role]);
}

/** The size at which an email shows the card, in CSS pixels. */
export const mailedCard = { width: 76, height: 48 };

const edgeLine = (color: string, inset: number) =>
  `<rect x="${inset}" y="${inset}" width="${342 - 2 * inset}" height="${216 - 2 * inset}" rx="${22 - inset}" fill="none" ` +
  `stroke="${color}" stroke-opacity=".6" stroke-width="3.5"/>`;

/** Pixels of the picture per CSS pixel, so that the picture is sharp on a phone. */
const density = 3;

/**
 * Returns the card for emails as SVG, with round corners, because Outlook can't round them. Its edge is a light line around a
 * dark line, so that one line is visible on any background. Dark mode changes an email's background, but not the picture.
 */
export function mailedCardSvg({ motif, theme }: Pick<Program, 'motif' | 'theme'>): string {
  const { width, height } = mailedCard;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${cardBox}" width="${width * density}" height="${height * density}">` +
    `<clipPath id="card"><rect width="342" height="216" rx="22"/></clipPath><g clip-path="url(#card)">${cardFace(motif)}</g>` +
    edgeLine('#FFFFFF', 2) +
    edgeLine('#000000', 5.5) +
    '</svg>';
  return inCardColors(svg, theme);
}
