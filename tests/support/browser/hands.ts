/** The actions of a person on a page, whatever drives the browser, and their implementation with Playwright. */
import type { Locator, Page } from 'playwright-core';

/** The name that a person reads or hears: a string is matched as a part of it, in any case; a pattern is searched in it. */
export type Name = string | RegExp;

/** Keys that are pressed by name. */
export type Key = 'Tab' | 'Shift+Tab' | 'Enter' | 'Space' | 'Escape' | 'ArrowDown';

/**
 * Actions on a page, and waits. Throws if the expected does not appear in time. `handsOn` implements it with Playwright,
 * `keyboard.ts` with a keyboard alone, `tests/engines/person.ts` with the drivers of other engines.
 */
export interface Hands {
  /** Opens an address in the tab. */
  readonly goTo: (address: string) => Promise<void>;
  readonly next: () => Promise<void>;
  /** Presses the button of this name. */
  readonly press: (button: Name) => Promise<void>;
  /** Types into the text field of this name. */
  readonly fill: (label: Name, text: string) => Promise<void>;
  readonly fillDate: (month: string, day: string, year: string) => Promise<void>;
  /** Picks the option with this name. */
  readonly pick: (name: Name) => Promise<void>;
  /** Picks an option and presses Next. */
  readonly answer: (name: Name) => Promise<void>;
  /** Ticks the box of this name. */
  readonly tick: (name: Name) => Promise<void>;
  /** Picks an option, by its whole text, from the list of this name. */
  readonly choose: (list: Name, option: string) => Promise<void>;
  /** Types into the combobox with this name, and picks the suggestion that matches `option`, if given. */
  readonly search: (combobox: Name, text: string, option?: RegExp) => Promise<void>;
  /** Gives a file to the screen's file input, in place of the system's file picker. */
  readonly giveFile: (path: string) => Promise<void>;
  readonly pressKey: (key: Key) => Promise<void>;
  /** Waits for the screen with this heading. */
  readonly sees: (heading: Name) => Promise<void>;
  /** Waits for a dialog of this name. */
  readonly seesDialog: (name: Name) => Promise<void>;
  /** Waits for a text anywhere on the page. */
  readonly reads: (text: string) => Promise<void>;
  /** Waits until the element with this role and name has the focus. */
  readonly findsFocusOn: (role: 'button' | 'checkbox' | 'combobox', name: Name) => Promise<void>;
  /** Waits until the box of this name is ticked. */
  readonly findsTicked: (name: Name) => Promise<void>;
  /** Returns the value of the text field with this name. */
  readonly valueIn: (label: Name) => Promise<string>;
  /** Runs a function in the page; it may use nothing from outside, and its result must be JSON. */
  readonly inPage: <R>(run: () => R) => Promise<R>;
}

/** Returns the actions that all implementations compose in the same way. */
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
 * Waits as a person does before a press: until the target is there, and a newly opened dialog no longer ignores presses at the
 * place of the last one (`web/components/dialogs/opening-press.ts`).
 */
export async function untilTaken(target: Locator): Promise<Locator> {
  await target.waitFor();
  await target.page().locator('dialog[data-opening]').first().waitFor({ state: 'detached' });
  return target;
}

/** Returns the actions on a page that Playwright drives. */
export function handsOn(page: Page): Hands {
  const button = (name: Name) => page.getByRole('button', { name });
  const box = (name: Name) => page.getByRole('checkbox', { name });
  const field = (name: Name) => page.getByRole('textbox', { name });
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
