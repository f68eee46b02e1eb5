/** What a person does at a tab of any engine, by the names that they read there. */
import type { Hands, Name } from '../support/browser/hands.ts';
import { combined } from '../support/browser/hands.ts';
import type { Person, Tab } from './engine.ts';
import type { Found, Role } from './find-in-page.ts';
import { findInPage, troublesOfPage, watchPage } from './find-in-page.ts';

/** Milliseconds after which what a person waits for does not come any more. */
const patience = 20_000;

/** Source and flags of the regular expression that finds a name. */
function patternOf(name: Name): readonly [source: string, flags: string] {
  return typeof name === 'string'
    ? [name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i']
    : [name.source, name.flags];
}

/** Looks again and again until it is so. Throws what was waited for, and what was seen last. */
async function waitFor<T>(look: () => Promise<T>, isSo: (seen: T) => boolean, what: string): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function personAt(tab: Tab): Person {
  /** Waits for what has this role and name, and for more to be true of it. */
  const see = async (role: Role, name: Name, isSo: (found: Found) => boolean = () => true) =>
    (await waitFor(
      () => tab.inPage(findInPage, role, ...patternOf(name)),
      (found) => typeof found !== 'string' && isSo(found),
      `${role} ${name}`,
    )) as Found;
  const isFocused = ({ focused }: Found) => focused;
  const click = async (role: Role, name: Name) => {
    const { x, y } = await see(role, name);
    await tab.clickAt(x, y);
  };
  const typeInto = async (role: 'textbox' | 'combobox', name: Name, text: string) => {
    await click(role, name);
    await see(role, name, isFocused);
    await tab.type(text);
    await see(role, name, ({ value }) => value === text);
  };
  const pickOne = async (role: 'radio' | 'checkbox', name: Name) => {
    await click(role, name);
    await see(role, name, ({ selected }) => selected);
  };

  // Never twice in the same spot: the page would take the second press for that of a double click, and pass it over.
  let aside = 20;
  const parts: Pick<Hands, 'next' | 'fill' | 'pick'> = {
    next: async () => {
      const { x, y } = await see('button', /^Next$/);
      aside = -aside;
      await tab.clickAt(x + aside, y);
    },
    fill: (label, text) => typeInto('textbox', label, text),
    pick: (name) => pickOne('radio', name),
  };
  return {
    ...parts,
    ...combined(parts),
    goTo: async (address) => {
      await tab.goTo(address);
      await tab.inPage(watchPage);
    },
    press: (button) => click('button', button),
    tick: (name) => pickOne('checkbox', name),
    choose: async (list, option) => {
      await click('label', list);
      await see('combobox', list, isFocused);
      await tab.type(option);
      await see('combobox', list, ({ value }) => value === option);
    },
    search: async (combobox, text, option) => {
      await typeInto('combobox', combobox, text);
      if (option) await click('option', option);
    },
    giveFile: (path) => tab.giveFile('input[type="file"]:not([capture])', path),
    pressKey: tab.pressKey,
    sees: async (heading) => void (await see('heading', heading)),
    seesDialog: async (name) => void (await see('dialog', name)),
    reads: async (text) => {
      const isShown = (wanted: string) => document.body.innerText.includes(wanted);
      await waitFor(() => tab.inPage(isShown, text), Boolean, text);
    },
    findsFocusOn: async (role, name) => void (await see(role, name, isFocused)),
    findsTicked: async (name) => void (await see('checkbox', name, ({ selected }) => selected)),
    valueIn: async (label) => (await see('textbox', label)).value,
    inPage: tab.inPage,
    picture: tab.picture,
    close: async () => {
      const troubles = await tab.inPage(troublesOfPage).finally(tab.end);
      if (troubles.length > 0) throw new Error(`The page broke: ${troubles.join('; ')}`);
    },
  };
}
