/** A browser engine in which a person applies, however it is driven. */
import type { Hands, Key } from '../support/browser/hands.ts';

/** A person with a phone, or with a window as near to its size as the browser goes. */
export interface Person extends Hands {
  /** A picture of the window as PNG. */
  readonly picture: () => Promise<Uint8Array>;
  /** Ends the browser. Throws where something broke in the page, or was refused by its policy. */
  readonly close: () => Promise<void>;
}

/** With what a person works a page. */
export type Means = 'pointer' | 'touch' | 'keys';

export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** What its driver can work a page with. */
  readonly means: readonly Means[];
  /** What must be installed before it can be driven; nothing where all of it is there. */
  readonly missing: () => string | undefined;
  /** Puts a person in front of a browser of their own. */
  readonly open: (means: Means) => Promise<Person>;
}

/** One tab, driven from outside with no more than pointer, touches and keys; `personAt` makes Hands of them. */
export interface Tab extends Pick<Person, 'goTo' | 'picture'> {
  /** Runs a function in the page; it may use nothing but its arguments, and they and its answer must be JSON. */
  readonly inPage: <A extends readonly string[], R>(run: (...args: A) => R, ...args: A) => Promise<R>;
  /** Presses there with the pointer or a finger, in CSS pixels from the window's upper left corner. */
  readonly pressAt: (x: number, y: number) => Promise<void>;
  /** Types with the keyboard into what has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly pressKey: (key: Key) => Promise<void>;
  /** Gives a file to the file input of this selector. */
  readonly giveFile: (selector: string, path: string) => Promise<void>;
  readonly end: () => Promise<void>;
}
