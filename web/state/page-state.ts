/** The page's state as plain data; screens turn it into words. Answers exist only here and on the server (D18). */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { Document } from '../../api/document.ts';
import type { FieldErrorBody } from '../../api/error.ts';
import type { ResumeOptions } from '../../api/start.ts';
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
  /** How its draft can be resumed, and whether an earlier draft can be continued here (D55). */
  readonly resume: ResumeOptions;
}

/** What an alert dialog shows; `tryAgain` repeats what failed. */
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
  /** The browser does not return the session's cookie, so the server does not know the session (D23). */
  | { readonly type: 'cookiesBlocked'; readonly tryAgain: () => void }
  /** Continuing would end the application of another tab (D23). */
  | { readonly type: 'tooManyTabs'; readonly startAnyway: () => void };

/** Why a document was not added: an error found by the page, or the server's message. */
export type UploadProblem = DocumentError | { readonly message: string };

/** The upload in progress. */
export interface UploadInProgress {
  readonly fileName: string;
  /** Size of the upload, in bytes; undefined while a photo is being shrunk. */
  readonly size?: number;
  readonly percent: number;
  /** Set between two attempts: there was no response, or a temporary error. */
  readonly waits?: { readonly because: 'offline' | 'failing'; readonly tryNow: () => void };
}

export interface UploadError {
  readonly fileName: string;
  readonly reason: UploadProblem;
  /** The id of the document that it should have replaced, if any. */
  readonly replaces: string | undefined;
  /** Sends the same file again; undefined if it can never be accepted. */
  readonly tryAgain: (() => void) | undefined;
}

/** The upload in progress, and the result of the last one. */
export interface UploadState {
  readonly underWay: UploadInProgress | null;
  /** Why the last upload was refused, until it is dismissed, its screen is left or another file is chosen. */
  readonly uploadError: UploadError | null;
  /** What a screen reader announces about documents. */
  readonly said: {
    readonly what: 'started' | 'half' | 'added' | 'removed';
    readonly fileName: string;
  } | null;
  /** Whether the current screen shows uploads itself, so that the strip above the screens does not. */
  readonly isOnScreen: boolean;
}

/** Texts in inputs, by field. */
export type Typed = Readonly<Record<string, string>>;

export interface PageState {
  readonly session: LiveSession | null;
  readonly applicationId: string | null;
  readonly application: ApplicationState;
  readonly documents: readonly Document[];
  /** Ids of documents that an earlier session sent: the page has only their names and sizes (D55). */
  readonly earlierDocuments: readonly string[];
  readonly upload: UploadState;
  /** Text not yet confirmed with Next, by the screen's address and field. */
  readonly typed: Readonly<Record<string, Typed>>;
  /** Errors of answers that the server refused, by the screen's address, until the field is edited. */
  readonly refused: Readonly<Record<string, readonly FieldErrorBody[]>>;
  /** The version of each agreement that was read; null if the text has changed since. */
  readonly read: { readonly [A in AgreementKey]?: string | null };
  /** Whether the agreement's box was toggled since the agreement was opened or agreed to in its dialog (D31). */
  readonly dirty: { readonly [A in AgreementKey]?: boolean };
  /** Masked answers as given on this page, by `maskedId`, only for Show in the review (D41). */
  readonly unmasked: Readonly<Record<string, string>>;
  /** The expanded parts of the review. */
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
  /** A call other than a save waits for the network. */
  readonly awaitsNetwork: boolean;
  /** A submit got no clear response: the server may or may not have accepted the application. */
  readonly unclear: boolean;
  /** The status of the failed call for each person who could not be removed, by person id. */
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
        /** For the picture of the card; null if it is the name of a person (D64). */
        readonly businessName: string | null;
      })
    | null;
}

/** The key of a masked answer in `unmasked`: of the business, or of a person. */
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

/** The state with what comes from the program and the clock, and nothing from the person. */
function stateWith(given: Pick<ApplicationState, 'form' | 'now' | 'proofRequired'>): PageState {
  const { form, now, proofRequired } = given;
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

/** The state of a new page. */
export function initialState({ overrides, proofRequired }: Boot, now: Date): PageState {
  return stateWith({ form: formWith(overrides), now, proofRequired });
}

/** The state without anything about the person. */
export function forgotten({ application }: PageState): PageState {
  return stateWith(application);
}

/** In development, the state after a change of code or program: what depends on them is computed again. */
export function carriedOver(before: PageState, { overrides, proofRequired }: Boot): PageState {
  const application = { ...before.application, form: formWith(overrides), proofRequired };
  return { ...before, application, saving: 'idle', upload: nothing.upload, alert: null };
}
