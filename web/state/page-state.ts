/**
 * All that the page knows, as plain data; screens turn it into words. Answers exist only here and on the server (D18).
 */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { Document } from '../../api/document.ts';
import type { FieldErrorBody } from '../../api/error.ts';
import type { ResumeWays } from '../../api/start.ts';
import type { ErrorArea } from '../../copy/copy.ts';
import type { AgreementKey, ApplicationState, SectionKey } from '../../form/fields/application-state.ts';
import { formWith } from '../../form/fields/form.ts';
import type { FinishType } from '../../form/flow/finish.ts';
import type { ScreenKey } from '../../form/flow/flow.ts';
import type { DocumentError } from '../../form/limits/document-limits.ts';
import type { QueueState } from './save-queue.ts';

/** The session as the start call returned it. */
export interface LiveSession {
  readonly webSessionId: string;
  readonly timeoutAfterMillis: number;
  readonly warnCountdownMillis: number;
  /** Which ways back its draft will have, and whether an earlier one can be continued here (D55). */
  readonly resume: ResumeWays;
}

/** What an alert dialog shows before anything else continues; `tryAgain` repeats what failed. */
export type Alert =
  /** A call failed (spec section 8). A status of null means that there is no application yet. */
  | {
      readonly type: 'callFailed';
      readonly area: ErrorArea;
      readonly status: number | null;
      readonly tryAgain?: (() => void) | undefined;
    }
  /** The key or store in the address cannot be used (D22). */
  | { readonly type: 'keyUnusable'; readonly startWithout: () => void }
  /** The session’s cookie does not come back, so the server knows nothing of it (D23). */
  | { readonly type: 'cookiesBlocked'; readonly tryAgain: () => void }
  /** To go on would end the application of another tab (D23). */
  | { readonly type: 'tooManyTabs'; readonly goOn: () => void };

/** Why a document was not added: an error found by the page, or the server's message. */
export type UploadProblem = DocumentError | { readonly message: string };

/** An upload under way. */
export interface UploadUnderWay {
  readonly fileName: string;
  /** What is sent, in bytes; undefined while a photo is being made smaller. */
  readonly size?: number;
  readonly percent: number;
  /** Set between two attempts: there was no response, or an error that may pass. */
  readonly waits?: { readonly because: 'offline' | 'failing'; readonly tryNow: () => void };
}

/** An upload that was refused. */
export interface UploadError {
  readonly fileName: string;
  readonly reason: UploadProblem;
  /** The id of the document that it was to replace, if any. */
  readonly replaces: string | undefined;
  /** Sends the same file again; undefined if it can never be accepted. */
  readonly tryAgain: (() => void) | undefined;
}

/** The upload under way, and the result of the last one. */
export interface UploadState {
  readonly underWay: UploadUnderWay | null;
  /** Why the last one was refused, until the screen that says it is left, it is dismissed, or another file is chosen. */
  readonly uploadError: UploadError | null;
  /** What a screen reader announces about documents. */
  readonly said: {
    readonly what: 'started' | 'half' | 'added' | 'removed';
    readonly fileName: string;
  } | null;
  /** The current screen shows all this itself, and not what stands above every other screen. */
  readonly isOnScreen: boolean;
}

/** Texts in inputs, by field. */
export type Typed = Readonly<Record<string, string>>;

export interface PageState {
  readonly session: LiveSession | null;
  readonly applicationId: string | null;
  readonly application: ApplicationState;
  readonly documents: readonly Document[];
  /** Of these documents only name and size are there: an earlier session has sent them (D55). */
  readonly earlierDocuments: readonly string[];
  readonly upload: UploadState;
  /** What was typed and not confirmed with Next yet, by the screen's address and field. */
  readonly typed: Readonly<Record<string, Typed>>;
  /** What the server refused, by the screen's address, until it is edited. */
  readonly refused: Readonly<Record<string, readonly FieldErrorBody[]>>;
  /** The version of each agreement that was read; null if the text has changed since. */
  readonly read: { readonly [A in AgreementKey]?: string | null };
  /**
   * True if the agreement's box was toggled since it was opened; false after opening it or agreeing in its dialog
   * (D31).
   */
  readonly dirty: { readonly [A in AgreementKey]?: boolean };
  /** Masked answers as they were given on this page, by `maskedId`: for Show in the review, and nowhere else (D41). */
  readonly unmasked: Readonly<Record<string, string>>;
  /** The parts of the review that stand open. */
  readonly openParts: readonly string[];
  /** The row of the review whose answer was just changed. */
  readonly changedRow: { readonly id: string; readonly label: string } | null;
  /** The section that was just completed, the screen after it, and the address where this is announced. */
  readonly sectionDone: {
    readonly section: SectionKey;
    readonly next: ScreenKey;
    readonly url: string;
  } | null;
  readonly saving: QueueState;
  /** Something that the person asked for, other than a save, waits for the network. */
  readonly awaitsNetwork: boolean;
  /** The server may or may not have taken the application; it is being asked. */
  readonly unclear: boolean;
  /** People who could not be removed: the status of the failed call, by person id. */
  readonly notRemoved: Readonly<Record<string, number>>;
  /** The dialog “Save and finish later” is open (D55). */
  readonly finishingLater: boolean;
  readonly alert: Alert | null;
  /** How the session ended; null while it runs (spec section 4). */
  readonly finished: FinishType | null;
  /** What the finish page shows of the submitted application. */
  readonly submitted:
    | (Pick<Application, 'status' | 'referenceNumber' | 'submittedDateTime'> & {
        readonly maskedEmail: string;
        /** For the card; null where it is the name of a person (D64). */
        readonly businessName: string | null;
      })
    | null;
}

/** Under which a masked answer is kept: of the business, or of a person. */
export function maskedId(key: string, personId = 'application'): string {
  return `${personId}.${key}`;
}

const nothing: Omit<PageState, 'application'> = {
  session: null,
  applicationId: null,
  documents: [],
  earlierDocuments: [],
  upload: { underWay: null, uploadError: null, said: null, isOnScreen: false },
  typed: {},
  refused: {},
  read: {},
  dirty: {},
  unmasked: {},
  openParts: [],
  changedRow: null,
  sectionDone: null,
  saving: 'idle',
  awaitsNetwork: false,
  unclear: false,
  notRemoved: {},
  finishingLater: false,
  alert: null,
  finished: null,
  submitted: null,
};

/** What the application gets from the program and the clock, not from the person. */
type Given = Pick<ApplicationState, 'form' | 'now' | 'proofRequired'>;

function stateWith({ form, now, proofRequired }: Given): PageState {
  return {
    ...nothing,
    application: {
      form,
      now,
      // The page offers only codes of the list; the server checks each code against it (D39).
      isIndustry: () => true,
      applicationData: {},
      disclosures: {},
      questions: {},
      personnel: [],
      documentCount: 0,
      sections: { business: false, applicant: false, owner: false, authorizedUser: false },
      agreed: { esign: false, terms: false, guarantor: false, 'controlling-party': false },
      guarantorRequired: true,
      proofRequired,
      proofLater: false,
    },
  };
}

/** The state before anything is known. */
export function initialState({ overrides, proofRequired }: Boot, now: Date): PageState {
  return stateWith({ form: formWith(overrides), now, proofRequired });
}

/** The state after everything about the person was forgotten. */
export function forgotten({ application }: PageState): PageState {
  return stateWith(application);
}

/** In development, the state after a change of code or program: what follows from these is computed again. */
export function carriedOver(before: PageState, { overrides, proofRequired }: Boot): PageState {
  const application = { ...before.application, form: formWith(overrides), proofRequired };
  return { ...before, application, saving: 'idle', upload: nothing.upload, alert: null };
}
