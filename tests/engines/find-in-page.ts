/** Functions that run in the page. Drivers send them to the page as text, so they may use only their arguments. */

/** The kind of element to find. `label` is the label of a field; pressing it focuses a list without opening the list. */
export type Role =
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'label'
  | 'option'
  | 'radio'
  | 'select'
  | 'textbox';

/** The point at which to press an element, in CSS pixels from the window's upper left corner, and the element's state. */
export interface Found {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The element's value if it is an input, or the text of its selected option if it is a list. */
  readonly value: string;
  readonly focused: boolean;
  /**
   * True if a radio button of the same group has the focus. Tab moves the focus to the group, and arrow keys move it within the
   * group.
   */
  readonly groupFocused: boolean;
  /** True if the element comes before the focused element. */
  readonly isBefore: boolean;
  /** True if the element is selected, checked, or the option that Enter would choose. */
  readonly selected: boolean;
}

/**
 * Returns where the element with this role and name is, in the topmost dialog or else in the page. If the element cannot be
 * pressed, returns a sentence that says why. `name` and `flags` are the source and flags of a regular expression. Unless `means`
 * is `keys`, scrolls the element into view and requires that nothing covers it.
 */
export function findInPage(role: string, name: string, flags: string, means: string): Found | string {
  const selectors: Readonly<Record<string, string>> = {
    button: 'button',
    checkbox: '[type="checkbox"]',
    combobox: '[role="combobox"]',
    dialog: 'dialog',
    heading: 'h1',
    label: 'label, legend',
    option: '[role="option"]',
    radio: '[type="radio"]',
    select: 'select',
    textbox: 'input:not([type="checkbox"], [type="radio"], [type="file"], [type="date"], [role])',
  };
  const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ');
    if (ids) return ids.map((id) => textOf(document.getElementById(id))).join(' ');
    const labels = (element as HTMLInputElement).labels ?? [];
    return element.getAttribute('aria-label') ?? ([...labels].map(textOf).join(' ') || textOf(element));
  };
  const wanted = new RegExp(name, flags);
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  const within = role === 'dialog' ? document : (top ?? document);
  const element = [...within.querySelectorAll(selectors[role] ?? role)].find(
    (candidate) => candidate.checkVisibility() && wanted.test(nameOf(candidate)),
  );
  if (!element) return 'is not there';
  if (element.matches('button[aria-disabled="true"]')) return 'is busy';
  // A dialog that has just opened ignores presses. No person would press that soon.
  if (means !== 'keys' && top?.matches('[data-opening]')) return 'is in a dialog that has just opened';
  const shape = element.closest('.row') ?? element;
  const isMoving = document.getAnimations().some(({ effect, playState }) => {
    return playState === 'running' && (effect as KeyframeEffect).target?.contains(shape);
  });
  // WebKit ignores a press on a moving element.
  if (isMoving) return 'is moving';
  if (means !== 'keys') shape.scrollIntoView({ block: 'center' });
  const { left, top: upper, width, height } = shape.getBoundingClientRect();
  const [x, y] = [left + width / 2, upper + height / 2];
  const hit = document.elementFromPoint(x, y);
  if (means !== 'keys' && !(hit && shape.contains(hit)))
    return `is covered by ${hit?.tagName}.${hit?.className}`;
  const focused = document.activeElement ?? document.body;
  const input = element as HTMLInputElement;
  return {
    x,
    y,
    width,
    value:
      element instanceof HTMLSelectElement
        ? textOf(element.selectedOptions[0] ?? null)
        : String(input.value ?? ''),
    focused: element === focused,
    groupFocused: input.type === 'radio' && (focused as HTMLInputElement).name === input.name,
    isBefore: (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
    selected: input.checked === true || element.getAttribute('aria-selected') === 'true',
  };
}

/** Starts to record the page's errors and the violations of its Content Security Policy, for `troublesOfPage`. */
export function watchPage(): void {
  const kept: string[] = [];
  Object.assign(window, { troublesOfPage: kept });
  addEventListener('error', (event) => kept.push(event.message));
  addEventListener('unhandledrejection', (event) => kept.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) =>
    kept.push(`${event.violatedDirective} refused ${event.blockedURI}`),
  );
}

/** Returns the errors and policy violations recorded since `watchPage` was called. */
export function troublesOfPage(): readonly string[] {
  return (window as unknown as { troublesOfPage: readonly string[] }).troublesOfPage;
}
