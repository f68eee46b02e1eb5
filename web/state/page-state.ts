/** The page's state as plain data. Screens create their texts from it. Answers are stored only here and on the server (D18). */
import type { Consent } from '../../api/agreement.ts';
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
import type { OrganizationType } from '../../form/lists/organization-types.ts';
import type { QueueState } from './save-queue.ts';

/** The session, as the start call returned it. */
export interface LiveSession {
  readonly webSessionId: string;
  readonly timeoutAfterMillis: number;
  readonly warnCountdownMillis: number;
  /** How the session's draft can be resumed, and whether an earlier draft can be continued on this device (D55). */
  readonly resume: ResumeOptions;
}

/** The content of an alert dialog. `tryAgain` repeats the failed call. */
export type Alert =
  /** A call failed (spec section 8). A `status` of null means that it was not sent, because there is no application yet. */
  | {
      readonly type: 'callFailed';
      readonly area: ErrorArea;
      readonly status: number | null;
      readonly tryAgain?: (() => void) | undefined;
    }
  /** The key or store in the URL cannot be used (D22). */
  | { readonly type: 'keyUnusable'; readonly startWithout: () => void }
  /** The browser does not return the session's cookie, so the server does not know the session (D23). */
  | { readonly type: 'cookiesBlocked'; readonly tryAgain: () => void }
  /** A new start would end the application of another tab (D23). */
  | { readonly type: 'tooManyTabs'; readonly startAnyway: () => void };

/** The reason why a document was not added: an error for which the page has its own text, or the server's message. */
export type UploadProblem = DocumentError | { readonly message: string };

export interface UploadInProgress {
  readonly fileName: string;
  /** Size of the upload in bytes; undefined while a photo is being shrunk. */
  readonly size?: number;
  readonly percent: number;
  /** Set during the pause after an attempt that got no response or a temporary error. */
  readonly waits?: { readonly because: 'offline' | 'failing'; readonly tryNow: () => void };
}

export interface UploadError {
  readonly fileName: string;
  readonly reason: UploadProblem;
  /** Id of the document that the upload was meant to replace, if any. */
  readonly replaces: string | undefined;
  /** Sends the same file again. Undefined if the file cannot be sent, or if the server refused or would refuse it. */
  readonly tryAgain: (() => void) | undefined;
}

export interface UploadState {
  readonly underWay: UploadInProgress | null;
  readonly uploadError: UploadError | null;
  /** The event that screen readers announce about a document. */
  readonly said: {
    readonly what: 'started' | 'half' | 'added' | 'removed';
    readonly fileName: string;
  } | null;
  /** True if the current screen shows uploads itself, so the strip above the screens does not show them. */
  readonly isOnScreen: boolean;
}

/** The typed texts of inputs, keyed by field. */
export type Typed = Readonly<Record<string, string>>;

export interface PageState {
  readonly session: LiveSession | null;
  readonly applicationId: string | null;
  readonly application: ApplicationState;
  readonly documents: readonly Document[];
  /** Ids of documents that were uploaded in an earlier session. The page has only their names and sizes (D55). */
  readonly earlierDocuments: readonly string[];
  /** The URL at which a draft was resumed. Null if no draft was resumed, and after the person has saved an answer. */
  readonly resumedAt: string | null;
  readonly upload: UploadState;
  /** Typed texts that the person has not confirmed with Next yet, keyed by the screen's URL and then by field. */
  readonly typed: Readonly<Record<string, Typed>>;
  /** Errors of answers that the server refused, keyed by the screen's URL. An error is removed when its field is edited. */
  readonly refused: Readonly<Record<string, readonly FieldErrorBody[]>>;
  /** For each agreement, the version that the person has read, or null if the person must read the agreement again. */
  readonly read: { readonly [A in AgreementKey]?: string | null };
  /**
   * For each agreement, true if its checkbox was toggled since the person last opened the agreement or agreed to it in its dialog
   * (D31).
   */
  readonly dirty: { readonly [A in AgreementKey]?: boolean };
  /**
   * The full texts of masked answers that were typed on this page, keyed by `maskedId`. The button Show of the review reads them
   * (D41). The page also fills in the applicant's Social Security number from them (D67).
   */
  readonly unmasked: Readonly<Record<string, string>>;
  /** Ids of the review's open cards. At the first visit, the cards of the business and the applicant are open. */
  readonly openParts: readonly string[];
  readonly changedRow: { readonly id: string; readonly label: string } | null;
  /** The section that was just completed, the screen after it, and the URL at which the completion is announced. */
  readonly sectionDone: {
    readonly section: SectionKey;
    readonly next: ScreenKey;
    readonly url: string;
  } | null;
  readonly saving: QueueState;
  readonly awaitsNetwork: boolean;
  /** True if a submit got no clear response, so the server may or may not have accepted the application. */
  readonly unclear: boolean;
  /** HTTP status of the last failed removal of each person, keyed by the person's id. */
  readonly notRemoved: Readonly<Record<string, number>>;
  readonly finishingLater: boolean;
  /** Whether a resume link was emailed. Null if unknown: an earlier session may have requested one, or a request failed. */
  readonly isLinkMailed: boolean | null;
  readonly alert: Alert | null;
  /** How the session ended; null while the session is active (spec section 4). */
  readonly finished: FinishType | null;
  readonly submitted:
    | (Pick<Application, 'status' | 'referenceNumber' | 'submittedDateTime'> & {
        readonly maskedEmail: string;
        /** Determines which documents the bank accepts (D29). */
        readonly organizationType: OrganizationType | null | undefined;
        /** The agreements that the person agreed to, in the order of their consents. The printed page lists them. */
        readonly agreed: readonly Pick<Consent, 'agreement' | 'version' | 'agreedDateTime'>[];
        /** The business's name on the card. Null for a sole proprietorship, whose name may be a person's (D64). */
        readonly businessName: string | null;
      })
    | null;
}

/** Returns the key in `unmasked` for a masked answer about the business or about a person. */
export function maskedId(key: string, personId = 'application'): string {
  return `${personId}.${key}`;
}

const nothing: Omit<PageState, 'application'> = {
  session: null,
  applicationId: null,
  documents: [],
  earlierDocuments: [],
  resumedAt: null,
  upload: { underWay: null, uploadError: null, said: null, isOnScreen: false },
  typed: {},
  refused: {},
  read: {},
  dirty: {},
  unmasked: {},
  openParts: ['business', 'applicant'],
  changedRow: null,
  sectionDone: null,
  saving: 'idle',
  awaitsNetwork: false,
  unclear: false,
  notRemoved: {},
  finishingLater: false,
  isLinkMailed: false,
  alert: null,
  finished: null,
  submitted: null,
};

function stateWith(given: Pick<ApplicationState, 'form' | 'now' | 'proofRequired'>): PageState {
  const { form, now, proofRequired } = given;
  return {
    ...nothing,
    application: {
      form,
      now,
      // Always true, because the page offers only codes from the list. The server checks each code against the list (D39).
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

export function initialState({ overrides, proofRequired }: Boot, now: Date): PageState {
  return stateWith({ form: formWith(overrides), now, proofRequired });
}

/** Returns the state without any data about the person. */
export function forgotten({ application }: PageState): PageState {
  return stateWith(application);
}

/**
 * Used in development after a change of the code or of a program. Returns the state with the new form and `proofRequired`, and
 * without saves in progress, uploads or alerts.
 */
export function carriedOver(before: PageState, { overrides, proofRequired }: Boot): PageState {
  const application = { ...before.application, form: formWith(overrides), proofRequired };
  return { ...before, application, saving: 'idle', upload: nothing.upload, alert: null };
}
