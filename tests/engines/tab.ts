/** What the journey needs of a browser, so that it is written once for engines that are driven in different ways. */

/** Keys that are pressed by name. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowDown' | 'Space';

/** One tab, driven from outside with the pointer and the keys that a person has. */
export interface Tab {
  readonly goTo: (address: string) => Promise<void>;
  /** Runs a function in the page; it may use nothing but its arguments, and they and its answer must be JSON. */
  readonly inPage: <A extends readonly string[], R>(run: (...args: A) => R, ...args: A) => Promise<R>;
  /** Clicks with the pointer, in CSS pixels from the window's upper left corner. */
  readonly clickAt: (x: number, y: number) => Promise<void>;
  /** Types with the keyboard into what has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly pressKey: (key: Key) => Promise<void>;
  /** Gives a file to the file input of this selector, in place of the system's own file chooser. */
  readonly giveFile: (selector: string, path: string) => Promise<void>;
  /** A picture of the window as PNG. */
  readonly picture: () => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** What must be installed before it can be driven; nothing where all of it is there. */
  readonly missing: () => string | undefined;
  /** Opens a tab of a new browser, at the size of a phone or as near to it as the browser's window goes. */
  readonly open: () => Promise<Tab>;
}
