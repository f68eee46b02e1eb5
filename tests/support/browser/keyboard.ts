/** Performs the actions of a person who uses only the keyboard. Checks at every tab stop that the focus is visible. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { lookAtFocus } from './focus-in-page.ts';
import type { Hands } from './hands.ts';
import { combined, handsOn } from './hands.ts';

/** Number of Tab presses after which a control counts as unreachable. No screen has this many tab stops. */
const mostStops = 80;

/**
 * Returns whether a control has the focus. For a radio button, the focus may be on any button of its group, because the Tab key
 * reaches only one button of the group. The arrow keys reach the others.
 */
function hasFocus(control: Node | null): boolean {
  const focused = document.activeElement;
  const isOfGroup =
    focused instanceof HTMLInputElement &&
    control instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    focused.name === control.name;
  return focused === control || isOfGroup;
}

/** Fails unless the focused element visibly shows that it has the focus. */
async function expectFocusShown(page: Page): Promise<void> {
  const { name, wrong } = await page.evaluate(lookAtFocus);
  expect(wrong, `${name} at ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Actions that use only the keyboard. */
export interface Keyboard extends Hands {
  /** Presses Tab or Shift+Tab until a control has the focus. Throws if the control never gets it. */
  readonly tabTo: (control: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Fails unless a control has the focus and visibly shows it. */
  readonly expectFocusOn: (control: Locator) => Promise<void>;
}

export function keyboardOn(page: Page): Keyboard {
  const hands = handsOn(page);
  const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
  const tabTo: Keyboard['tabTo'] = async (control, key = 'Tab') => {
    const wanted = await control.elementHandle();
    for (let stop = 0; stop < mostStops; stop += 1) {
      await page.keyboard.press(key);
      await expectFocusShown(page);
      if (await page.evaluate(hasFocus, wanted)) return;
    }
    throw new Error(`${key} never reaches ${control}`);
  };
  const press: Hands['press'] = async (name) => {
    await tabTo(page.getByRole('button', { name }));
    await page.keyboard.press('Enter');
  };
  const expectFocusOn: Keyboard['expectFocusOn'] = async (control) => {
    const wanted = await control.elementHandle();
    await page.waitForFunction((element) => element === document.activeElement, wanted);
    await expectFocusShown(page);
  };
  const parts: Pick<Hands, 'next' | 'fill' | 'pick'> = {
    next: () => press(/^Next$/),
    fill: async (label, text) => {
      await tabTo(page.getByRole('textbox', { name: label }));
      await page.keyboard.type(text);
    },
    pick: async (name) => {
      const radio = page.getByRole('radio', { name });
      await tabTo(radio);
      while (!(await isFocused(radio))) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await expectFocusShown(page);
    },
  };
  const { answer, fillDate } = combined(parts);
  return {
    ...hands,
    ...parts,
    answer,
    // After the three fields, the calendar button is also a tab stop.
    fillDate: async (month, day, year) => {
      await fillDate(month, day, year);
      await tabTo(page.getByRole('button', { name: 'Choose from calendar' }));
    },
    press,
    tick: async (name) => {
      await tabTo(page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    },
    choose: async (name, option) => {
      const list = page.getByRole('combobox', { name });
      await tabTo(list);
      await page.keyboard.type(option);
      expect(await list.locator('option:checked').innerText()).toBe(option);
    },
    search: async (name, text, option) => {
      const combobox = page.getByRole('combobox', { name });
      if (!(await isFocused(combobox))) await tabTo(combobox);
      await page.keyboard.type(text);
      if (!option) return;
      const wanted = page.getByRole('option', { name: option }).first();
      await wanted.waitFor();
      while ((await wanted.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    findsFocusOn: (role, name) => expectFocusOn(page.getByRole(role, { name })),
    tabTo,
    expectFocusOn,
  };
}
