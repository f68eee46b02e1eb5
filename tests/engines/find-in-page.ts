/** Runs in the page itself, handed over as text: uses nothing but its arguments. */

/** What is looked for. `label` is a field's label, to put the focus on a list without opening it. */
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

/** Where to press something, in CSS pixels from the window's upper left corner, and what is true of it. */
export interface Found {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** What stands in it, where it can be typed into or picked from. */
  readonly value: string;
  readonly focused: boolean;
  /** A radio that belongs to it has the focus: Tab leads to the group, arrows within it. */
  readonly groupFocused: boolean;
  /** It comes before what has the focus. */
  readonly isBefore: boolean;
  /** Picked, ticked, or the option that Enter would take. */
  readonly selected: boolean;
}

/**
 * Finds what has this role and name in the topmost dialog or the page. The name is given as source and flags of a
 * regular expression. By keys it is left where it is; else it is brought into view, and must not be covered. Answers
 * in words why it cannot be pressed.
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
  // A person does not press so soon either.
  if (means !== 'keys' && top?.matches('[data-opening]')) return 'is in a dialog that has just opened';
  const shape = element.closest('.row') ?? element;
  const isMoving = document.getAnimations().some(({ effect, playState }) => {
    return playState === 'running' && (effect as KeyframeEffect).target?.contains(shape);
  });
  // WebKit passes over a press on what moves.
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

/** Keeps what breaks in the page, and what its policy refuses, for `troublesOfPage`. */
export function watchPage(): void {
  const kept: string[] = [];
  Object.assign(window, { troublesOfPage: kept });
  addEventListener('error', (event) => kept.push(event.message));
  addEventListener('unhandledrejection', (event) => kept.push(String(event.reason)));
  addEventListener('securitypolicyviolation', (event) =>
    kept.push(`${event.violatedDirective} refused ${event.blockedURI}`),
  );
}

/** What broke since `watchPage`. */
export function troublesOfPage(): readonly string[] {
  return (window as unknown as { troublesOfPage: readonly string[] }).troublesOfPage;
}
