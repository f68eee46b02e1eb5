/** Performs the actions of a person on a phone, and counts the touches and keystrokes on each screen. */
import type { Locator, Page } from 'playwright-core';
import type { Hands, Name } from './hands.ts';
import { combined, handsOn, untilTaken } from './hands.ts';

/** The counts for one screen. */
export interface ScreenCount {
  /** Path and query of the screen's URL. */
  readonly address: string;
  readonly title: string;
  readonly taps: number;
  /** The number of touches in lists that the operating system draws over the page. */
  readonly listTaps: number;
  readonly keystrokes: number;
  readonly dialogs: number;
  /**
   * The number of window heights, rounded up, by which the page (without dialogs) is longer than the window. If the page changes,
   * this is the highest number.
   */
  readonly scrolledViews: number;
  /** The number of words visible on the screen, without dialogs. If the page changes, this is the highest number. */
  readonly words: number;
  readonly fields: number;
}

/** The actions of a person, and a function that returns the counts of each screen in the order of the visits. */
export interface Thumbs extends Hands {
  readonly counts: () => Promise<readonly ScreenCount[]>;
}

/**
 * Returns actions that touch a page and type on it. Counts the touches and the keystrokes. The page's browser context must
 * support touch. Typing into a field that already has the focus needs no touch. A native list needs one touch to open it and one
 * to choose. Separators on a numeric keyboard are not counted, because the page inserts them.
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

  /** Updates the counts of the current screen from its visible content, and returns them. */
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

  // Alternates between two spots of a wide target, because the page takes two taps at one spot for a double click and ignores
  // the second tap.
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
    // Types the month as a number, because the field's keyboard has only digits.
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
