/** Runs in the page itself, handed over as text by any driver: uses nothing but its arguments. */

/** What has the focus, and what is wrong with how it shows it. */
export interface FocusStop {
  readonly name: string;
  readonly wrong: readonly string[];
}

/**
 * Looks at what has the focus; a tick box shows it on the row it stands in. It lies in the window, has an outline of at
 * least two pixels, and the points just inside its corners are its own: neither bar nor header nor dialog lies over
 * them (WCAG 2.4.7, 2.4.11).
 */
export function lookAtFocus(): FocusStop {
  const focused = document.activeElement ?? document.body;
  // Behind the last control the focus is in the browser's own bars.
  if (focused === document.body || !document.hasFocus()) return { name: 'none', wrong: [] };
  const shape = focused.closest('.row') ?? focused;
  const text = focused.getAttribute('aria-label') ?? (shape.textContent || focused.id);
  const name = `${focused.tagName.toLowerCase()} “${text.trim().slice(0, 60)}”`;
  const { outlineStyle, outlineWidth, borderTopLeftRadius } = getComputedStyle(shape);
  const wrong: string[] = [];
  if (!focused.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) wrong.push('not visible');
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) wrong.push('no outline');
  // A link over several lines has a box for each.
  for (const box of shape.getClientRects()) {
    const radius = Number.parseFloat(borderTopLeftRadius);
    const round = borderTopLeftRadius.endsWith('%') ? (radius / 100) * box.width : radius;
    const inside = Math.min(round, box.height / 2) * 0.3 + 2;
    for (const x of [box.left + inside, box.right - inside])
      for (const y of [box.top + inside, box.bottom - inside]) {
        const hit = document.elementFromPoint(x, y);
        // The bar of what it is scrolled in lies over an edge while one scrolls.
        const isScroller = hit && (hit.scrollWidth > hit.clientWidth || hit.scrollHeight > hit.clientHeight);
        if (isScroller && hit.contains(shape)) continue;
        if (hit && !shape.contains(hit)) wrong.push(`under ${hit.tagName}.${hit.className}`);
        // What is higher than the window shows a part of itself.
        else if (!hit && box.height < innerHeight) wrong.push(`out of the window at ${x}, ${y}`);
      }
  }
  return { name, wrong };
}
