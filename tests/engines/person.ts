/** What a person does at a tab of any engine, by the names that they read there. */
import type { Found, Role } from './find-in-page.ts';
import { findInPage, troublesOfPage, watchPage } from './find-in-page.ts';
import type { Tab } from './tab.ts';

/** Milliseconds after which what a person waits for does not come any more. */
const patience = 20_000;

type Name = string | RegExp;

export interface Person {
  readonly tab: Tab;
  readonly goTo: (address: string) => Promise<void>;
  /** Waits for what has this role and name, and for more to be true of it; what is not said so is thrown in words. */
  readonly see: (role: Role, name: Name, what?: (found: Found) => boolean) => Promise<Found>;
  /** Waits for the screen with this heading. */
  readonly sees: (heading: Name) => Promise<void>;
  readonly press: (button: Name) => Promise<void>;
  readonly next: () => Promise<void>;
  readonly type: (label: Name, text: string) => Promise<void>;
  /** Picks a radio or ticks a box. */
  readonly pick: (role: 'radio' | 'checkbox', name: Name) => Promise<void>;
  /** Picks from a list by typing what the option begins with. */
  readonly choose: (list: Name, option: string) => Promise<void>;
  /** Types into a combobox and picks the option of this name with the arrow keys and Enter. */
  readonly search: (combobox: Name, text: string, option: RegExp) => Promise<void>;
  /** Throws where something broke in the page, or was refused by its policy. */
  readonly expectNoTrouble: () => Promise<void>;
}

function sourceOf(name: Name): string {
  return typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source;
}

export function personAt(tab: Tab): Person {
  const see: Person['see'] = async (role, name, what = () => true) => {
    const deadline = Date.now() + patience;
    for (;;) {
      const found = await tab.inPage(findInPage, role, sourceOf(name));
      if (typeof found !== 'string' && what(found)) return found;
      if (Date.now() > deadline)
        throw new Error(`${role} ${name} ${typeof found === 'string' ? found : JSON.stringify(found)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const click = async (role: Role, name: Name) => {
    const { x, y } = await see(role, name);
    await tab.clickAt(x, y);
  };
  const focused = ({ focused }: Found) => focused;
  return {
    tab,
    see,
    goTo: async (address) => {
      await tab.goTo(address);
      await tab.inPage(watchPage);
    },
    sees: async (heading) => void (await see('heading', heading)),
    press: (button) => click('button', button),
    next: () => click('button', 'Next'),
    type: async (label, text) => {
      await click('textbox', label);
      await see('textbox', label, focused);
      await tab.type(text);
      await see('textbox', label, ({ value }) => value === text);
    },
    pick: async (role, name) => {
      await click(role, name);
      await see(role, name, ({ selected }) => selected);
    },
    choose: async (list, option) => {
      await click('label', list);
      await see('combobox', list, focused);
      await tab.type(option);
      await see('combobox', list, ({ value }) => value.startsWith(option));
    },
    search: async (combobox, text, option) => {
      await click('combobox', combobox);
      await see('combobox', combobox, focused);
      await tab.type(text);
      await see('option', option);
      while (!(await see('option', option)).selected) await tab.pressKey('ArrowDown');
      await tab.pressKey('Enter');
    },
    expectNoTrouble: async () => {
      const troubles = await tab.inPage(troublesOfPage);
      if (troubles.length > 0) throw new Error(`The page broke: ${troubles.join('; ')}`);
    },
  };
}
