/** Everything that can happen to the page's state, named by what happened. `reducer.ts` computes what follows. */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { FieldErrorBody } from '../../api/error.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import type { FinishType } from '../../form/flow/finish.ts';
import type { Person } from '../../form/people/people.ts';
import type { Group } from '../../form/screens/screen.ts';
import type { Save } from '../../form/state/saves.ts';
import type { Alert, LiveSession, PageState, Typed, UploadState } from './page-state.ts';
import type { QueueState } from './save-queue.ts';

type Values = Readonly<Record<string, unknown>>;

/** The start and the end of a session (D23, D28). */
type LifetimeAction =
  | { readonly type: 'sessionStarted'; readonly session: LiveSession }
  /** After a reload with persistence (D18), or, where it is `isEarlier`, in a new session (D55). */
  | { readonly type: 'applicationLoaded'; readonly application: Application; readonly isEarlier: boolean }
  | { readonly type: 'sessionClosed' }
  | { readonly type: 'everythingForgotten' }
  | { readonly type: 'applicationEnded'; readonly as: FinishType };

/** What the person answers, before it is saved. */
type AnswerAction =
  | { readonly type: 'answerTyped'; readonly url: string; readonly typed: Typed }
  /** A field that the server refused is being edited. */
  | { readonly type: 'refusedFieldEdited'; readonly url: string; readonly field: string }
  /** Questions that only decide which screens follow; null reopens one. */
  | { readonly type: 'questionsAnswered'; readonly answers: Values }
  /** An answer that ended the application is cleared (D15, D16). */
  | { readonly type: 'answersTakenBack'; readonly group: Group }
  | { readonly type: 'groupSkipped'; readonly group: Group | undefined }
  | { readonly type: 'proofPostponed' }
  | { readonly type: 'proofChosen' }
  | { readonly type: 'reviewReached' }
  | { readonly type: 'reviewConfirmed' }
  | { readonly type: 'reviewRowChanged'; readonly row: PageState['changedRow'] }
  | { readonly type: 'reviewPartsOpened'; readonly parts: readonly string[] };

/** What happens to saves (D44). */
type SavingAction =
  | {
      readonly type: 'answersGiven';
      readonly url: string;
      readonly save: Save;
      readonly personId: string | undefined;
    }
  | {
      readonly type: 'saved';
      readonly applicationId: string;
      readonly sections: Save['sections'];
    }
  | {
      readonly type: 'saveRefused';
      readonly url: string;
      readonly typed: Typed;
      readonly errors: readonly FieldErrorBody[];
    }
  | { readonly type: 'queueChanged'; readonly saving: QueueState }
  /** Calls other than saves wait for the network, or none does any more. */
  | { readonly type: 'networkAwaited'; readonly isWaiting: boolean }
  /** `isNew`: the answers were just changed, which may change what earlier ones mean (D16). */
  | { readonly type: 'guarantorRequirementRead'; readonly required: boolean; readonly isNew: boolean }
  | { readonly type: 'sectionCompleted'; readonly sectionDone: PageState['sectionDone'] }
  | { readonly type: 'sectionDoneLeft' }
  | { readonly type: 'finishLaterOpened' }
  | { readonly type: 'finishLaterClosed' };

type PeopleAction =
  | { readonly type: 'personAdded'; readonly url: string; readonly person: Person }
  | { readonly type: 'personRemoved'; readonly person: Person }
  | { readonly type: 'removalFailed'; readonly id: string; readonly status: number };

type DocumentAction =
  | { readonly type: 'documentsRead'; readonly documents: readonly Document[] }
  /** Adds a document, or replaces the one with the same id. */
  | { readonly type: 'documentAdded'; readonly document: Document }
  | { readonly type: 'documentRemoved'; readonly document: Document }
  | { readonly type: 'uploadChanged'; readonly upload: Partial<UploadState> };

/** Agreements, consents and submit (D27, D31). */
type SigningAction =
  | { readonly type: 'agreementOpened'; readonly agreement: AgreementKey }
  | {
      readonly type: 'consentGiven';
      readonly agreement: AgreementKey;
      readonly version: string;
      readonly agreed: boolean;
      readonly dirty: boolean;
    }
  /** The text, or what it certifies, has changed since it was read. */
  | { readonly type: 'agreementChanged'; readonly agreement: AgreementKey }
  | { readonly type: 'consentsRead'; readonly consents: Application['consents'] }
  | { readonly type: 'submitUnclear'; readonly unclear: boolean }
  | { readonly type: 'submitted'; readonly application: Application };

type AlertAction = Alert | { readonly type: 'alertClosed' };

export type Action =
  | LifetimeAction
  | AnswerAction
  | SavingAction
  | PeopleAction
  | DocumentAction
  | SigningAction
  | AlertAction;
