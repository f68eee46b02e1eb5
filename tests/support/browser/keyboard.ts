/** A person who has a keyboard and nothing else: every stop of Tab is looked at, and what it must show is demanded. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { lookAtFocus } from './focus-in-page.ts';
import type { Hands } from './hands.ts';
import { combined, handsOn } from './hands.ts';

/** More stops than any screen has: what is not among them cannot be reached. */
const mostStops = 80;

/** Whether a control has the focus. Of radios that belong together any does: Tab leads to the group, arrows within it. */
function hasFocus(control: Node | null): boolean {
  const focused = document.activeElement;
  const isOfGroup =
    focused instanceof HTMLInputElement &&
    control instanceof HTMLInputElement &&
    focused.type === 'radio' &&
    focused.name === control.name;
  return focused === control || isOfGroup;
}

/** Fails unless what has the focus shows it. */
async function expectFocusShown(page: Page): Promise<void> {
  const { name, wrong } = await page.evaluate(lookAtFocus);
  expect(wrong, `${name} at ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Hands that have the keys of a keyboard and nothing else. */
export interface Keyboard extends Hands {
  /** Goes on with Tab, or back with Shift+Tab, until the focus is on a control. Throws where it never gets there. */
  readonly tabTo: (control: Locator, key?: 'Tab' | 'Shift+Tab') => Promise<void>;
  /** Fails unless a control has the focus, and shows it. */
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
    throw new Error(`${key} never leads to ${control}`);
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
    // The calendar is one more stop of Tab.
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
