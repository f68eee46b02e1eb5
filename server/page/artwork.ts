/** Draws a program's artwork as SVG. The HTML document contains it as symbols with ids, so scripts need not contain it. */
import { cardBox, cardFace, inCardColors } from '../programs/card-face.ts';
import type { benefitIcons } from '../programs/program-settings.ts';
import type { Program } from '../programs/programs.ts';
import type { edges } from '../programs/theme.ts';

/**
 * SVG paths for the lower edge of the first screen's colored area, on a grid of 390 × 40. Each path outlines the area below this
 * edge. A path stretches to the width of the colored area. Only the paths in `repeatedEdges` do not stretch, because they are
 * long enough for any window.
 */
const edgeDrawings: Readonly<Record<(typeof edges)[number], string>> = {
  slant: 'M0 40 390 4v36z',
  rule: 'M0 32h390v8H0z',
  teeth: `M0 40V34${'l6-18h22l6 18h26'.repeat(80)}v6z`,
  curve: 'M0 40C90 40 300 34 390 0v40z',
  hill: 'M0 40V26C60 6 110 12 170 24S300 34 390 8v32z',
  perforation: `M5 40${'a17 17 0 0 1 34 0h10'.repeat(100)}z`,
};

const repeatedEdges: ReadonlySet<string> = new Set(['teeth', 'perforation']);

/** The icons as SVG elements on a grid of 24 × 24. */
const icons: Readonly<Record<(typeof benefitIcons)[number] | 'lock', string>> = {
  mower:
    '<circle cx="6.5" cy="17.5" r="3"/><circle cx="17.5" cy="18" r="2.5"/><path d="M9.5 17.5H15M4 14.5V12h11l3.5 3.6M8 12 4.5 4h-2M13.5 12V9"/>',
  wrench:
    '<path d="M14.6 6.2a4.4 4.4 0 0 1 5-1.4l-2.7 2.8 1.5 1.5 2.8-2.7a4.4 4.4 0 0 1-5.9 5.2l-8 8a2 2 0 0 1-2.9-2.9l8-8a4.4 4.4 0 0 1 2.2-2.5z"/>',
  people:
    '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c0-3.6 2.6-6 6.5-6s6.5 2.4 6.5 6M15.5 4.9a3.5 3.5 0 0 1 0 6.2M18 14.6c2.2.8 3.5 2.7 3.5 5.4"/>',
  shop: '<path d="M4 10v10h16V10M3 9l2-5h14l2 5c0 1.4-1 2.3-2.2 2.3S16.5 10.4 16.5 9c0 1.4-1 2.3-2.2 2.3S12 10.4 12 9c0 1.4-1 2.3-2.2 2.3S7.5 10.4 7.5 9c0 1.4-1 2.3-2.3 2.3S3 10.4 3 9zM10 20v-5h4v5"/>',
  calendar:
    '<rect x="4" y="5.5" width="16" height="15" rx="1.5"/><path d="M4 10h16M8.5 3v4M15.5 3v4M8 14h3"/>',
  dollar:
    '<path d="M12 3v18M16.5 7.5c-.8-1.3-2.4-2-4.5-2-2.6 0-4.3 1.2-4.3 3.1 0 4.4 9 2.2 9 6.8 0 2-1.9 3.2-4.7 3.2-2.3 0-4-.8-4.9-2.3"/>',
  shield: '<path d="M12 3.5 5 6v5.5c0 4.3 2.8 7.5 7 9 4.2-1.5 7-4.7 7-9V6z"/><path d="m9 12 2.2 2.2 4-4.2"/>',
  lock: '<rect x="5" y="10.5" width="14" height="10" rx="1.5"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2"/>',
};

/** The chip and the contactless symbol of the card as SVG elements. */
const chip =
  '<rect x="24" y="92" width="42" height="32" rx="6" fill="#E9D9A8" stroke="#7A6A3A"/>' +
  '<path d="M24 103h13v10H24M66 103H53v10h13M37 97v22M53 97v22" fill="none" stroke="#7A6A3A" stroke-width="1.3"/>' +
  '<path d="M78 101q5 7 0 14M84.5 97.5q8 10.5 0 21M91 94q11 14 0 28" fill="none" stroke="var(--ink)" stroke-width="2" stroke-linecap="round"/>';

const symbol = (id: string, box: string, drawing: string, more = '') =>
  `<symbol id="${id}" viewBox="${box}"${more && ` ${more}`}>${drawing}</symbol>`;

/** Returns the colored area's lower edge as a symbol. A repeated edge keeps its proportions and overflows the symbol's box. */
function edgeSymbol(edge: Program['theme']['edge']): string {
  const isRepeated = repeatedEdges.has(edge);
  const fit = isRepeated ? 'overflow="visible" preserveAspectRatio="xMinYMax"' : 'preserveAspectRatio="none"';
  return symbol('edge', `0 0 ${isRepeated ? 40 : 390} 40`, `<path d="${edgeDrawings[edge]}"/>`, fit);
}

type Drawn = Pick<Program, 'motif' | 'theme' | 'benefits'>;

/** Returns a hidden SVG element with the symbols `motif`, `chip`, `edge`, and `icon-…` for each icon on the first screen. */
export function artworkOf({ motif, theme, benefits = [] }: Drawn): string {
  const named = new Set([...benefits.map(({ icon }) => icon), 'lock' as const]);
  return (
    '<svg class="artwork" width="0" height="0" aria-hidden="true">' +
    symbol('motif', cardBox, cardFace(motif), 'preserveAspectRatio="xMidYMid slice"') +
    symbol('chip', cardBox, chip) +
    edgeSymbol(theme.edge) +
    [...named].map((name) => symbol(`icon-${name}`, '0 0 24 24', icons[name])).join('') +
    '</svg>'
  );
}

/** Returns the favicon: the program's card as a small, self-contained SVG in the card's colors. */
export function tabIconOf({ motif, theme }: Pick<Program, 'motif' | 'theme'>): string {
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<svg y="6" height="20" viewBox="${cardBox}">${cardFace(motif)}</svg></svg>`;
  return inCardColors(icon, theme);
}
