/** What the page holds between loading and leaving. Answers live here and on the server, nowhere else (D18). */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { Document } from '../../api/document.ts';
import type { FieldProblem } from '../../api/problem.ts';
import type { FinishType } from '../../form/finish.ts';
import { formWith } from '../../form/form.ts';
import type { AgreementKey, Person, Situation } from '../../form/situation.ts';
import { agreementKeys } from '../../form/situation.ts';
import type { QueueState } from './save-queue.ts';

/** The session as the start call answered it. */
export interface LiveSession {
  readonly webSessionId: string;
  readonly timeoutAfterMillis: number;
  readonly warnCountdownMillis: number;
}

/** A title and a text that stand in front of everything until they are answered. */
export interface Alert {
  readonly title: string;
  readonly text: string;
  /** What the status says beside that (spec section 8). */
  readonly detail?: string;
  /** Sends what failed once more; left out where nothing can be sent again. */
  readonly tryAgain?: () => void;
  /** What the button says that closes it, where it is not Close. */
  readonly closeLabel?: string;
  /** What Close does beside closing. */
  readonly close?: () => void;
}

export interface PageState {
  readonly session: LiveSession | null;
  readonly applicationId: string | null;
  readonly situation: Situation;
  readonly documents: readonly Document[];
  /** What was typed and not yet taken over, by place and field. */
  readonly typed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What the server refused, by place, until it is mended. */
  readonly refused: Readonly<Record<string, readonly FieldProblem[]>>;
  /** The version of each agreement that was read; null where the text has changed since. */
  readonly read: { readonly [A in AgreementKey]?: string | null };
  /** Whether each agreement's box was toggled since it was opened, or agreed to in its dialog (D31). */
  readonly dirty: { readonly [A in AgreementKey]?: boolean };
  /** The row of the review whose answer was changed just now. */
  readonly changedRow: { readonly id: string; readonly label: string } | null;
  /** What is said of a section that was completed just now, and the address at which it is said. */
  readonly sectionDone: { readonly text: string; readonly url: string } | null;
  readonly saving: QueueState;
  readonly alert: Alert | null;
  /** How the session ended, once it has (spec section 4). */
  readonly finished: FinishType | null;
  /** What was handed in, for the finish page. */
  readonly submitted:
    | (Pick<Application, 'status' | 'referenceNumber'> & { readonly maskedEmail: string })
    | null;
}

const nothingAgreed: Record<AgreementKey, boolean> = {
  esign: false,
  terms: false,
  guarantor: false,
  'controlling-party': false,
};

/** The state before anything is known, and again after everything was forgotten. */
export function emptyState(boot: Boot): PageState {
  return {
    session: null,
    applicationId: null,
    situation: {
      form: formWith(boot.overrides),
      now: new Date(),
      // The page offers only codes of the list; the server holds every code against it (D39).
      isIndustry: () => true,
      applicationData: {},
      disclosures: {},
      questions: {},
      personnel: [],
      documentCount: 0,
      sections: { business: false, applicant: false, owner: false, authorizedUser: false },
      agreed: nothingAgreed,
      guarantorRequired: true,
      proofRequired: boot.proofRequired,
      proofLater: false,
    },
    documents: [],
    typed: {},
    refused: {},
    read: {},
    dirty: {},
    changedRow: null,
    sectionDone: null,
    saving: 'idle',
    alert: null,
    finished: null,
    submitted: null,
  };
}

/** The agreements that the server holds as agreed to. */
export function agreedOf({ consents }: Pick<Application, 'consents'>): Record<AgreementKey, boolean> {
  return Object.fromEntries(
    agreementKeys.map((key) => [key, consents.some(({ agreement, agreed }) => agreement === key && agreed)]),
  ) as Record<AgreementKey, boolean>;
}

/** The state with the application as a save leaves it; an agreement that this made void must be read again (D31). */
export function withSaved(state: PageState, situation: Situation): PageState {
  const voided = agreementKeys.filter((key) => state.situation.agreed[key] && !situation.agreed[key]);
  return {
    ...state,
    situation,
    read: { ...state.read, ...Object.fromEntries(voided.map((key) => [key, null])) },
  };
}

/** The state with these papers. */
export function withDocuments(state: PageState, documents: readonly Document[]): PageState {
  return { ...state, documents, situation: { ...state.situation, documentCount: documents.length } };
}

/**
 * The state without what is typed and refused about people of a person's kind. Their places are counted, so that after
 * one is gone the typing for one would stand at another.
 */
export function withoutTyped(state: PageState, { personnelType }: Pick<Person, 'personnelType'>): PageState {
  const isOfKind = (url: string) => url.includes(personnelType === 'owner' ? 'owner=' : 'user=');
  const others = <T>(byUrl: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byUrl).filter(([url]) => !isOfKind(url)));
  return { ...state, typed: others(state.typed), refused: others(state.refused) };
}

/** The state with what the server keeps, as after a reload with persistence (D18). */
export function loadedState(state: PageState, application: Application): PageState {
  const { personnel = [], documents = [], disclosures } = application;
  const people: Person[] = personnel.map(({ id, personnelType, ...answers }) => ({
    id,
    personnelType,
    answers,
  }));
  return {
    ...state,
    applicationId: application.id,
    documents,
    read: Object.fromEntries(
      application.consents
        .filter(({ agreed }) => agreed)
        .map(({ agreement, version }) => [agreement, version]),
    ),
    situation: {
      ...state.situation,
      applicationData: application.applicationData,
      disclosures: {
        ...disclosures,
        // The wire cannot tell "no" from "not answered yet"; the question is asked again.
        authority: disclosures.authority || null,
      },
      questions: {
        billingSame: application.applicationData.billingAddressLine ? false : null,
        guarantor: application.applicationData.guarantorId ? true : null,
        otherOwner: people.some(({ personnelType }) => personnelType === 'owner') || null,
        authorizedUser: people.some(({ personnelType }) => personnelType === 'authorized_user') || null,
      },
      personnel: people,
      documentCount: documents.length,
      sections: application.sections,
      agreed: agreedOf(application),
    },
  };
}
