/** Performs the actions of a person in a tab of any engine. The person finds elements by their visible names. */
import type { FocusStop } from '../support/browser/focus-in-page.ts';
import { lookAtFocus } from '../support/browser/focus-in-page.ts';
import type { Hands, Name } from '../support/browser/hands.ts';
import { combined } from '../support/browser/hands.ts';
import type { Means, Person, Tab } from './engine.ts';
import type { Found, Role } from './find-in-page.ts';
import { findInPage, troublesOfPage, watchPage } from './find-in-page.ts';

/** Maximum milliseconds that a person waits for something. */
const longestWait = 20_000;

/** Returns the source and flags of a regular expression that matches a name. */
function patternOf(name: Name): readonly [source: string, flags: string] {
  return typeof name === 'string'
    ? [name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i']
    : [name.source, name.flags];
}

/** Calls `look` until its result meets the condition. Throws an error that contains `what` and the last result. */
async function waitFor<T>(look: () => Promise<T>, isSo: (seen: T) => boolean, what: string): Promise<T> {
  const deadline = Date.now() + longestWait;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`${what}: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The actions that differ between the keyboard and presses with a pointer or a finger. */
interface Works {
  /** Moves the focus to an element without changing anything. */
  readonly enter: (role: 'textbox' | 'combobox' | 'select', name: Name) => Promise<void>;
  readonly press: (button: Name) => Promise<void>;
  readonly pick: (radio: Name) => Promise<void>;
  readonly tick: (box: Name) => Promise<void>;
  /** Chooses an option in the open list. */
  readonly take: (option: Name) => Promise<void>;
}

/** The maximum number of tab stops to try. No screen has that many, so an element that is not among them cannot be reached. */
const mostStops = 80;

/** Returns a person who uses a tab with one input method: keyboard, pointer or touch. */
export function personAt(tab: Tab, means: Means): Person {
  /** Waits until there is an element with this role and name that also meets the condition `isSo`. Returns the element. */
  const see = async (role: Role, name: Name, isSo: (found: Found) => boolean = () => true) =>
    (await waitFor(
      () => tab.inPage(findInPage, role, ...patternOf(name), means),
      (found) => typeof found !== 'string' && isSo(found),
      `${role} ${name}`,
    )) as Found;
  /** Waits until two checks find the element at the same place, because elements move while a screen is sliding in. */
  const seeAtRest = async (role: Role, name: Name): Promise<Found> => {
    let last: Found | undefined;
    return see(role, name, (found) => {
      const isAtRest = last !== undefined && found.x === last.x && found.y === last.y;
      last = found;
      return isAtRest;
    });
  };
  const isFocused = ({ focused }: Found) => focused;
  const isSelected = ({ selected }: Found) => selected;

  const watchFocus = async () => {
    const isShown = ({ wrong }: FocusStop) => wrong.length === 0;
    await waitFor(() => tab.inPage(lookAtFocus), isShown, 'The focus is not seen');
  };
  /**
   * Moves the focus to an element with Tab, or with Shift+Tab if the element comes before the focused one. The focus must be
   * visible at every stop.
   */
  const tabTo = async (role: Role, name: Name, isThere = isFocused) => {
    for (let stop = 0; stop < mostStops; stop += 1) {
      const found = await see(role, name);
      if (isThere(found)) return;
      await tab.pressKey(found.isBefore ? 'Shift+Tab' : 'Tab');
      await watchFocus();
    }
    throw new Error(`Tab does not reach ${role} ${name}`);
  };
  // Alternates between two points, because the page takes two presses at one point for a double click and ignores the second.
  let aside = 20;
  const pressAt = async (role: Role, name: Name) => {
    const { x, y, width } = await seeAtRest(role, name);
    aside = -aside;
    await tab.pressAt(width > 100 ? x + aside : x, y);
  };

  const byKeys: Works = {
    enter: tabTo,
    press: async (button) => {
      await tabTo('button', button);
      await tab.pressKey('Enter');
    },
    pick: async (radio) => {
      await tabTo('radio', radio, ({ groupFocused }) => groupFocused);
      while (!(await see('radio', radio)).focused) await tab.pressKey('ArrowDown');
      if (!(await see('radio', radio)).selected) await tab.pressKey('Space');
    },
    tick: async (box) => {
      await tabTo('checkbox', box);
      await tab.pressKey('Space');
    },
    take: async (option) => {
      while (!(await see('option', option)).selected) await tab.pressKey('ArrowDown');
      await tab.pressKey('Enter');
    },
  };
  const byPresses: Works = {
    enter: async (role, name) => {
      await pressAt(role === 'select' ? 'label' : role, name);
      await see(role, name, isFocused);
    },
    press: (button) => pressAt('button', button),
    pick: (radio) => pressAt('radio', radio),
    tick: (box) => pressAt('checkbox', box),
    take: (option) => pressAt('option', option),
  };
  const { enter, press, pick, tick, take } = means === 'keys' ? byKeys : byPresses;

  const typeInto = async (role: 'textbox' | 'combobox', name: Name, text: string) => {
    await enter(role, name);
    await tab.type(text);
    await see(role, name, ({ value }) => value === text);
  };
  const parts: Pick<Hands, 'next' | 'fill' | 'pick'> = {
    next: () => press(/^Next$/),
    fill: (label, text) => typeInto('textbox', label, text),
    pick: async (name) => {
      await pick(name);
      await see('radio', name, isSelected);
    },
  };
  return {
    ...parts,
    ...combined(parts),
    goTo: async (address) => {
      await tab.goTo(address);
      await tab.inPage(watchPage);
    },
    press,
    tick: async (name) => {
      await tick(name);
      await see('checkbox', name, isSelected);
    },
    choose: async (list, option) => {
      await enter('select', list);
      await tab.type(option);
      await see('select', list, ({ value }) => value === option);
    },
    search: async (combobox, text, option) => {
      await typeInto('combobox', combobox, text);
      if (option) await take(option);
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
    findsTicked: async (name) => void (await see('checkbox', name, isSelected)),
    valueIn: async (label) => (await see('textbox', label)).value,
    inPage: tab.inPage,
    picture: tab.picture,
    close: async () => {
      const troubles = await tab.inPage(troublesOfPage).finally(tab.end);
      if (troubles.length > 0) throw new Error(`The page failed: ${troubles.join('; ')}`);
    },
  };
}
