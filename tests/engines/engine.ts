/** A browser engine in which a simulated person applies, independent of its driver. */
import type { Hands, Key } from '../support/browser/hands.ts';

/** A person with a phone, or with a window as close to a phone's size as the browser allows. */
export interface Person extends Hands {
  /** Returns a screenshot of the window as PNG. */
  readonly picture: () => Promise<Uint8Array>;
  /** Closes the browser. Throws if there was an error in the page, or if its content security policy refused something. */
  readonly close: () => Promise<void>;
}

/** The means by which a person uses a page. */
export type Means = 'pointer' | 'touch' | 'keys';

export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** The means by which the engine's driver can use a page. */
  readonly means: readonly Means[];
  /** Returns the software that must be installed before the engine can be used; undefined if nothing is missing. */
  readonly missing: () => string | undefined;
  /** Starts a separate browser; returns the person who uses it. */
  readonly open: (means: Means) => Promise<Person>;
}

/** One tab, driven from outside only by pointer, touch and keys. `personAt` turns these into Hands. */
export interface Tab extends Pick<Person, 'goTo' | 'picture'> {
  /**
   * Runs a function in the page and returns its result. The function may use only its arguments; these and the result must be
   * JSON.
   */
  readonly inPage: <A extends readonly string[], R>(run: (...args: A) => R, ...args: A) => Promise<R>;
  /** Presses with the pointer or a finger at a point in CSS pixels from the window's upper left corner. */
  readonly pressAt: (x: number, y: number) => Promise<void>;
  /** Types with the keyboard into the focused element. */
  readonly type: (text: string) => Promise<void>;
  readonly pressKey: (key: Key) => Promise<void>;
  /** Puts a file into the file input with the given selector. */
  readonly giveFile: (selector: string, path: string) => Promise<void>;
  readonly end: () => Promise<void>;
}
