/** A browser engine in which a simulated person applies. The interface does not depend on the engine's driver. */
import type { Hands, Key } from '../support/browser/hands.ts';

/** A person with a phone, or with a window as close to a phone's size as the browser allows. */
export interface Person extends Hands {
  /** Returns a screenshot of the window as PNG. */
  readonly picture: () => Promise<Uint8Array>;
  /** Closes the browser. Throws if there was an error on the page, or if the page's content security policy refused something. */
  readonly close: () => Promise<void>;
}

/** The input method with which a person uses a page. */
export type Means = 'pointer' | 'touch' | 'keys';

export interface Engine {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  /** The input methods that the engine's driver supports. */
  readonly means: readonly Means[];
  /** Returns the software that must be installed before the engine can be used, or undefined if nothing is missing. */
  readonly missing: () => string | undefined;
  /** Starts a separate browser. Returns the person who uses it. */
  readonly open: (means: Means) => Promise<Person>;
}

/** A tab that is controlled from outside with pointer, touch and keys only. `personAt` implements `Hands` on top of it. */
export interface Tab extends Pick<Person, 'goTo' | 'picture'> {
  /**
   * Runs a function in the page and returns its result. The function may use only its arguments. The arguments and the result
   * must be JSON values.
   */
  readonly inPage: <A extends readonly string[], R>(run: (...args: A) => R, ...args: A) => Promise<R>;
  /** Presses with the pointer or a finger at a point in CSS pixels from the window's upper left corner. */
  readonly pressAt: (x: number, y: number) => Promise<void>;
  /** Types into the focused element with the keyboard. */
  readonly type: (text: string) => Promise<void>;
  readonly pressKey: (key: Key) => Promise<void>;
  /** Sets the file of the file input with this selector. */
  readonly giveFile: (selector: string, path: string) => Promise<void>;
  readonly end: () => Promise<void>;
}
