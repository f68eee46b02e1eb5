/**
 * Code that runs in the page. Browser drivers send `lookAtFocus` to the page as source text, so the function may use nothing that
 * is defined outside of it.
 */

/** The focused element, and the problems with how its focus is shown. */
export interface FocusStop {
  readonly name: string;
  readonly wrong: readonly string[];
}

/**
 * Returns the focused element and the problems with how its focus is shown. A checkbox shows its focus on its row. The element
 * must be inside the window and have an outline of at least two pixels, and nothing may cover the points just inside its corners
 * (WCAG 2.4.7, 2.4.11).
 */
export function lookAtFocus(): FocusStop {
  const focused = document.activeElement ?? document.body;
  // After the last control of the page, Tab moves the focus to the browser's toolbars.
  if (focused === document.body || !document.hasFocus()) return { name: 'none', wrong: [] };
  const shape = focused.closest('.row') ?? focused;
  const text = focused.getAttribute('aria-label') ?? (shape.textContent || focused.id);
  const name = `${focused.tagName.toLowerCase()} “${text.trim().slice(0, 60)}”`;
  const { outlineStyle, outlineWidth, borderTopLeftRadius } = getComputedStyle(shape);
  const wrong: string[] = [];
  if (!focused.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) wrong.push('not visible');
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) wrong.push('no outline');
  // A link that wraps onto several lines has one box for each line.
  for (const box of shape.getClientRects()) {
    const radius = Number.parseFloat(borderTopLeftRadius);
    const round = borderTopLeftRadius.endsWith('%') ? (radius / 100) * box.width : radius;
    const inside = Math.min(round, box.height / 2) * 0.3 + 2;
    for (const x of [box.left + inside, box.right - inside])
      for (const y of [box.top + inside, box.bottom - inside]) {
        const hit = document.elementFromPoint(x, y);
        // Ignores the scroll bar of the container in which the element scrolls, because it may cover an edge of the element.
        const isScroller = hit && (hit.scrollWidth > hit.clientWidth || hit.scrollHeight > hit.clientHeight);
        if (isScroller && hit.contains(shape)) continue;
        if (hit && !shape.contains(hit)) wrong.push(`under ${hit.tagName}.${hit.className}`);
        // Ignores points outside the window if the element is taller than the window.
        else if (!hit && box.height < innerHeight) wrong.push(`out of the window at ${x}, ${y}`);
      }
  }
  return { name, wrong };
}
