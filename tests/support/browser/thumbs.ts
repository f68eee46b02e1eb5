/** The actions of a person on a phone with touches and the on-screen keyboard, each of them counted. */
import type { Locator, Page } from 'playwright-core';
import type { Hands, Name } from './hands.ts';
import { combined, handsOn, untilTaken } from './hands.ts';

/** The counts of one screen. */
export interface ScreenCount {
  /** Path and query of its address. */
  readonly address: string;
  readonly title: string;
  readonly taps: number;
  /** Touches within the system's own lists, which open over the page. */
  readonly listTaps: number;
  readonly keystrokes: number;
  readonly dialogs: number;
  /** Window heights by which it is longer than the first, at its longest; without dialogs. */
  readonly scrolledViews: number;
  /** Most words visible on it; without dialogs. */
  readonly words: number;
  readonly fields: number;
}

/** The actions, and their counts by screen, in order. */
export interface Thumbs extends Hands {
  readonly counts: () => Promise<readonly ScreenCount[]>;
}

/**
 * Returns touches and keys on a page of a context with touch. A focused field needs no touch; a native list takes one touch to
 * open, and one to choose. A number keyboard has no separator keys.
 */
export async function thumbsOn(page: Page): Promise<Thumbs> {
  const counted: { -readonly [K in keyof ScreenCount]: ScreenCount[K] }[] = [];
  let dialogs = 0;
  await page.exposeFunction('countDialog', () => {
    dialogs += 1;
  });
  await page.addInitScript(() => {
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function show() {
      (window as unknown as { countDialog: () => void }).countDialog();
      showModal.call(this);
    };
  });

  /** Records the open screen, with what is visible on it now. */
  const look = async () => {
    const { address, title, views, words, fields } = await page.evaluate(() => {
      const main = document.querySelector('main');
      return {
        address: location.pathname + location.search,
        title: document.querySelector('h1')?.textContent ?? '',
        views: Math.ceil(document.documentElement.scrollHeight / window.innerHeight) - 1,
        words: [...(main?.querySelectorAll('h1, h2, h3, p, label, li, dt, dd, legend, button') ?? [])]
          .filter(
            (element) =>
              element.checkVisibility() &&
              !element.closest('dialog') &&
              !element.querySelector('p, label, li, dt, dd'),
          )
          .flatMap((element) => (element as HTMLElement).innerText.split(/\s+/).filter(Boolean)).length,
        fields: main?.querySelectorAll('.field').length ?? 0,
      };
    });
    let last = counted.at(-1);
    if (last?.address !== address) {
      last = {
        address,
        title,
        taps: 0,
        listTaps: 0,
        keystrokes: 0,
        dialogs: 0,
        scrolledViews: 0,
        words: 0,
        fields: 0,
      };
      counted.push(last);
    }
    last.dialogs += dialogs;
    dialogs = 0;
    last.title = title;
    last.scrolledViews = Math.max(last.scrolledViews, views);
    last.words = Math.max(last.words, words);
    last.fields = Math.max(last.fields, fields);
    return last;
  };

  // Never touches the same spot twice: the page would ignore the second touch as part of a double click.
  let aside = 20;
  const tap = async (place: Locator) => {
    await untilTaken(place);
    const here = await look();
    here.taps += 1;
    const { width = 0, height = 0 } = (await place.boundingBox()) ?? {};
    aside = -aside;
    const position = { x: width / 2 + (width > 100 ? aside : 0), y: height / 2 };
    await place.tap({ position });
  };
  const typeInto = async (place: Locator, text: string) => {
    await place.waitFor();
    if (!(await place.evaluate((element) => element === document.activeElement))) await tap(place);
    const mode = (await place.getAttribute('inputmode')) ?? '';
    const keys = /numeric|tel/.test(mode) ? text.replaceAll(/\D/g, '') : text.replaceAll(/[$,](?=\d)/g, '');
    const here = await look();
    here.keystrokes += keys.length;
    await page.keyboard.type(keys);
  };
  const button = (name: Name) => page.getByRole('button', { name });
  const list = (name: Name) => page.getByRole('combobox', { name });
  const parts: Pick<Hands, 'next' | 'fill' | 'pick'> = {
    next: () => tap(button(/^Next$/)),
    fill: (label, text) => typeInto(page.getByRole('textbox', { name: label }), text),
    pick: (name) => tap(page.getByRole('radio', { name })),
  };
  const both = combined(parts);
  return {
    ...handsOn(page),
    ...parts,
    ...both,
    // The keyboard for the month has digits only.
    fillDate: (month, ...rest) => both.fillDate(String(new Date(`${month} 1, 2000`).getMonth() + 1), ...rest),
    press: (name) => tap(button(name)),
    tick: (name) => tap(page.getByRole('checkbox', { name })),
    choose: async (name, option) => {
      const here = await look();
      here.taps += 1;
      here.listTaps += 1;
      await list(name).selectOption({ label: option });
    },
    search: async (name, text, option) => {
      await typeInto(list(name), text);
      if (option) await tap(page.getByRole('option', { name: option }).first());
    },
    sees: async (heading) => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await look();
    },
    counts: async () => {
      await look();
      return counted;
    },
  };
}
