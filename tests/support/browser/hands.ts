/** Defines the actions of a person on a page as an interface for any browser driver, and implements it with Playwright. */
import type { Locator, Page } from 'playwright-core';

/**
 * Matches the accessible name of an element. A string matches any part of the name and ignores case. A regular expression matches
 * anywhere in the name.
 */
export type Name = string | RegExp;

/** Names of the keys that `pressKey` can press. */
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown';

/**
 * Actions on a page, and functions that wait for an element and throw if it does not appear in time. `handsOn` implements this
 * interface with Playwright, `keyboard.ts` with the keyboard alone, and `tests/engines/person.ts` with the drivers of other
 * browser engines.
 */
export interface Hands {
  /** Opens a URL in the tab. */
  readonly goTo: (address: string) => Promise<void>;
  readonly next: () => Promise<void>;
  /** Presses the button with this name. */
  readonly press: (button: Name) => Promise<void>;
  /** Types into the text field with this name. */
  readonly fill: (label: Name, text: string) => Promise<void>;
  readonly fillDate: (month: string, day: string, year: string) => Promise<void>;
  /** Picks the radio button with this name. */
  readonly pick: (name: Name) => Promise<void>;
  /** Picks the radio button with this name and presses Next. */
  readonly answer: (name: Name) => Promise<void>;
  /** Ticks the checkbox with this name. */
  readonly tick: (name: Name) => Promise<void>;
  /** Picks the option with exactly this text from the drop-down list with this name. */
  readonly choose: (list: Name, option: string) => Promise<void>;
  /** Types into the combobox with this name. With an `option`, picks the first suggestion that matches it. */
  readonly search: (combobox: Name, text: string, option?: RegExp) => Promise<void>;
  /** Sets the file of the screen's file input, without the system's file picker. */
  readonly giveFile: (path: string) => Promise<void>;
  readonly pressKey: (key: Key) => Promise<void>;
  /** Waits for the screen with this heading. */
  readonly sees: (heading: Name) => Promise<void>;
  /** Waits for a dialog with this name. */
  readonly seesDialog: (name: Name) => Promise<void>;
  /** Waits for a text anywhere on the page. */
  readonly reads: (text: string) => Promise<void>;
  /** Waits until the element with this role and name has the focus. */
  readonly findsFocusOn: (role: 'button' | 'checkbox' | 'combobox', name: Name) => Promise<void>;
  /** Waits until the checkbox with this name is ticked. */
  readonly findsTicked: (name: Name) => Promise<void>;
  /** Returns the value of the text field with this name. */
  readonly valueIn: (label: Name) => Promise<string>;
  /**
   * Runs a function in the page and returns its result. The function must not use variables from outside, and its result must be
   * a JSON value.
   */
  readonly inPage: <R>(run: () => R) => Promise<R>;
}

/** Returns actions that consist of simpler actions. All implementations of `Hands` share these combined actions. */
export function combined({
  next,
  fill,
  pick,
}: Pick<Hands, 'next' | 'fill' | 'pick'>): Pick<Hands, 'answer' | 'fillDate'> {
  return {
    answer: async (name) => {
      await pick(name);
      await next();
    },
    fillDate: async (month, day, year) => {
      await fill('Month', month);
      await fill('Day', day);
      await fill('Year', year);
    },
  };
}

/**
 * Waits until a target is visible and can be pressed, and returns the target. A dialog that has just opened ignores presses at
 * the position of the last press before it opened (`web/components/dialogs/opening-press.ts`).
 */
export async function untilTaken(target: Locator): Promise<Locator> {
  await target.waitFor();
  await target.page().locator('dialog[data-opening]').first().waitFor({ state: 'detached' });
  return target;
}

/** Returns the actions on this page, implemented with Playwright. */
export function handsOn(page: Page): Hands {
  const button = (name: Name) => page.getByRole('button', { name });
  const box = (name: Name) => page.getByRole('checkbox', { name });
  // The street field is a plain text field until the page has loaded the file with street suggestions.
  const field = (name: Name) =>
    page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name }).and(page.locator('input')));
  const press = async (name: Name) => (await untilTaken(button(name))).click();
  const parts: Pick<Hands, 'next' | 'fill' | 'pick'> = {
    next: () => press(/^Next$/),
    fill: (label, text) => field(label).fill(text),
    pick: (name) => page.getByRole('radio', { name }).check(),
  };
  return {
    ...parts,
    ...combined(parts),
    goTo: async (address) => void (await page.goto(address)),
    press,
    tick: (name) => box(name).check(),
    choose: async (list, option) =>
      void (await page.getByRole('combobox', { name: list }).selectOption({ label: option })),
    search: async (combobox, text, option) => {
      await page.getByRole('combobox', { name: combobox }).fill(text);
      if (option) await page.getByRole('option', { name: option }).first().click();
    },
    giveFile: (path) => page.locator('input[type="file"]:not([capture])').setInputFiles(path),
    pressKey: (key) => page.keyboard.press(key),
    sees: (heading) => page.getByRole('heading', { level: 1, name: heading }).waitFor(),
    seesDialog: (name) =>
      page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).waitFor(),
    reads: (text) => page.getByText(text).filter({ visible: true }).first().waitFor(),
    findsFocusOn: (role, name) => page.getByRole(role, { name }).and(page.locator(':focus')).waitFor(),
    findsTicked: (name) => page.getByRole('checkbox', { name, checked: true }).waitFor(),
    valueIn: (label) => field(label).inputValue(),
    inPage: (run) => page.evaluate(run),
  };
}
