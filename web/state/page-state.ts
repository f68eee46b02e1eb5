/**
 * What the page knows between loading and leaving, as plain facts; screens make the words. Answers live here and on the
 * server, nowhere else (D18).
 */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { Document } from '../../api/document.ts';
import type { FieldErrorBody } from '../../api/error.ts';
import type { ErrorArea } from '../../copy/copy.ts';
import { formWith } from '../../form/fields/form.ts';
import type { FinishType } from '../../form/flow/finish.ts';
import type { ScreenKey } from '../../form/flow/flow.ts';
import type { DocumentError } from '../../form/lists/document-limits.ts';
import type { AgreementKey, ApplicationState, SectionKey } from '../../form/state/application-state.ts';
import type { QueueState } from './save-queue.ts';

/** The session as the start call answered it. */
export interface LiveSession {
  readonly webSessionId: string;
  readonly timeoutAfterMillis: number;
  readonly warnCountdownMillis: number;
}

/** What happened that a dialog tells before anything else goes on; `tryAgain` sends what failed once more. */
export type Alert =
  /** A call failed (spec section 8). Status null: there is no application that the call could be about. */
  | {
      readonly type: 'callFailed';
      readonly area: ErrorArea;
      readonly status: number | null;
      readonly tryAgain?: (() => void) | undefined;
    }
  /** A document was not added, and the person is on a screen that shows no uploads. */
  | {
      readonly type: 'uploadFailed';
      readonly fileName: string;
      readonly reason: UploadProblem;
      readonly tryAgain?: (() => void) | undefined;
    }
  /** The key or store of the address cannot be used (D22). */
  | { readonly type: 'keyUnusable'; readonly startWithout: () => void }
  /** Going on would end the application of another tab (D23). */
  | { readonly type: 'tooManyTabs'; readonly goOn: () => void };

/** Why a document was not added: what the page found itself, or the server's own message. */
export type UploadProblem = DocumentError | { readonly message: string };

/** The upload of the session, and what became of the last one. */
export interface UploadState {
  readonly underWay: { readonly fileName: string; readonly percent: number } | null;
  /** Why the last one failed, until another is chosen; `tryAgain` where the same file may still be accepted. */
  readonly uploadError: {
    readonly fileName: string;
    readonly reason: UploadProblem;
    readonly tryAgain: (() => void) | undefined;
  } | null;
  /** What a screen reader is told of documents. */
  readonly said: {
    readonly what: 'started' | 'half' | 'added' | 'removed';
    readonly fileName: string;
  } | null;
}

/** Texts in inputs, by field. */
export type Typed = Readonly<Record<string, string>>;

export interface PageState {
  readonly session: LiveSession | null;
  readonly applicationId: string | null;
  readonly application: ApplicationState;
  readonly documents: readonly Document[];
  readonly upload: UploadState;
  /** What was typed and not yet confirmed with Next, by the screen's address and field. */
  readonly typed: Readonly<Record<string, Typed>>;
  /** What the server refused, by the screen's address, until it is changed. */
  readonly refused: Readonly<Record<string, readonly FieldErrorBody[]>>;
  /** The version of each agreement that was read; null where the text has changed since. */
  readonly read: { readonly [A in AgreementKey]?: string | null };
  /** Whether each agreement's box was toggled since it was opened, or agreed to in its dialog (D31). */
  readonly dirty: { readonly [A in AgreementKey]?: boolean };
  /** The row of the review whose answer was changed just now. */
  readonly changedRow: { readonly id: string; readonly label: string } | null;
  /** The section that was completed just now, the screen that followed, and the address on which this is said. */
  readonly sectionDone: {
    readonly section: SectionKey;
    readonly next: ScreenKey;
    readonly url: string;
  } | null;
  readonly saving: QueueState;
  /** People who could not be removed: the status of the failed call, by their id. */
  readonly notRemoved: Readonly<Record<string, number>>;
  readonly alert: Alert | null;
  /** How the session ended, once it has (spec section 4). */
  readonly finished: FinishType | null;
  /** What was submitted, for the finish page. */
  readonly submitted:
    | (Pick<Application, 'status' | 'referenceNumber'> & { readonly maskedEmail: string })
    | null;
}

const nothing: Omit<PageState, 'application'> = {
  session: null,
  applicationId: null,
  documents: [],
  upload: { underWay: null, uploadError: null, said: null },
  typed: {},
  refused: {},
  read: {},
  dirty: {},
  changedRow: null,
  sectionDone: null,
  saving: 'idle',
  notRemoved: {},
  alert: null,
  finished: null,
  submitted: null,
};

/** What the application takes from the program and the clock, and not from the person. */
type Given = Pick<ApplicationState, 'form' | 'now' | 'proofRequired'>;

function stateWith({ form, now, proofRequired }: Given): PageState {
  return {
    ...nothing,
    application: {
      form,
      now,
      // The page offers only codes of the list; the server holds every code against it (D39).
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

/** The state once everything of the person is forgotten. */
export function forgotten({ application }: PageState): PageState {
  return stateWith(application);
}

/** The state of a page whose code was replaced while somebody develops it: what comes from code is made again. */
export function carriedOver(before: PageState, { overrides }: Boot): PageState {
  const application = { ...before.application, form: formWith(overrides) };
  return { ...before, application, saving: 'idle', upload: nothing.upload, alert: null };
}
