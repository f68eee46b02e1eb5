/** What the page can do with the server, as the screens see it; `session.ts` makes it. */
import type { Boot } from '../../api/boot.ts';
import type { ErrorArea } from '../../form/catalogue.ts';
import type { FinishType } from '../../form/finish.ts';
import type { Save } from '../../form/saves.ts';
import type { Person, PersonnelType, Situation } from '../../form/situation.ts';
import type { Answer, Call, Failure } from './api-client.ts';
import type { PageState } from './page-state.ts';
import type { Signing } from './signing.ts';
import type { Store } from './store.ts';

/** Where the page goes; given by the router. */
export type Navigate = (
  url: string,
  options?: { readonly replace?: boolean; readonly state?: unknown },
) => void;

/** What a save is about, so that a refusal brings the person back there with what was typed (D44). */
export interface SavedFrom {
  readonly url: string;
  readonly typed: Readonly<Record<string, string>>;
}

export interface PageSession extends Signing {
  readonly boot: Boot;
  readonly navigate: Navigate;
  readonly store: Store<PageState>;
  /** The application as it stands now, today's date included. */
  readonly situation: () => Situation;
  /** `unusable`: the key or store of the address is unknown, over, misshapen, or against the other (D21, D22). */
  readonly start: (
    path: string,
    search: string,
    tryAgain: () => void,
  ) => Promise<'started' | 'unusable' | 'failed'>;
  /** Takes up a session that was kept over a reload (D18); false where there is none. */
  readonly resume: () => Promise<boolean>;
  readonly type: (url: string, values: Readonly<Record<string, string>>) => void;
  /** Takes away what the server said of a field, once it is being mended. */
  readonly clearRefused: (url: string, field: string) => void;
  readonly save: (save: Save, from: SavedFrom, personId?: string) => void;
  /** `tryAgain` is what the alert of a failed call offers, here and wherever a call is waited for. */
  readonly addPerson: (
    personnelType: PersonnelType,
    answers: Readonly<Record<string, unknown>>,
    from: SavedFrom,
    tryAgain: () => void,
  ) => Promise<Person | undefined>;
  readonly removePerson: (person: Person) => void;
  readonly change: (change: (situation: Situation) => Situation) => void;
  readonly finish: (type: FinishType) => Promise<void>;
  /** Ends the session without waiting for the answer: everything is forgotten at once, and the finish page shown. */
  readonly end: (type: 'cancel' | 'timeout') => void;
  /** Ends the session because a screen broke: everything is forgotten, and the page error shown. */
  readonly breakOff: () => void;
  /** Ends the session because the page is being left; the call outlives the page. */
  readonly leave: () => void;
  readonly heartbeat: () => void;
  /** The application's id once everything before is kept; undefined where it is not, as for `callInOrder`. */
  readonly allKept: (area: ErrorArea) => Promise<string | undefined>;
  /**
   * Makes a call of the session after all saves before it are kept; undefined where they are not, which is shown as
   * an alert. Where there is no application at all, the alert says what of this area is missing for that (D8).
   */
  readonly callInOrder: <T>(
    area: ErrorArea,
    make: (applicationId: string) => Call,
  ) => Promise<Answer<T> | undefined>;
  /** Shows the catalogue's alert for a failed call, or leaves for the session-invalid screen. */
  readonly report: (area: ErrorArea, failure: Failure, tryAgain?: () => void) => void;
  /** Asks the server which papers it has, in its turn: one whose answer never came may be among them. */
  readonly readDocuments: () => void;
  readonly retrySaving: () => void;
  /** Forgets everything of the person, in memory as well. */
  readonly forget: () => void;
}
