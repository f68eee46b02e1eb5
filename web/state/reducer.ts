/** The page's actions, and the state after each of them. All functions are pure, so tests need no page. */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { FieldErrorBody } from '../../api/error.ts';
import {
  type AgreementKey,
  type ApplicationState,
  agreementKeys,
} from '../../form/fields/application-state.ts';
import { fieldsOf, type RecordName } from '../../form/fields/form.ts';
import { type FinishType, maskedEmail } from '../../form/flow/finish.ts';
import { applicantOf, type Person, recordOfPerson } from '../../form/people/people.ts';
import type { Group } from '../../form/screens/screen.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { applySave, type Save, skipOf } from '../../form/state/saves.ts';
import type { Alert, LiveSession, PageState, Typed, UploadState } from './page-state.ts';
import { forgotten, maskedId } from './page-state.ts';
import type { QueueState } from './save-queue.ts';

function agreedOf(consents: Application['consents']): Record<AgreementKey, boolean> {
  return Object.fromEntries(
    agreementKeys.map((key) => [key, consents.some(({ agreement, agreed }) => agreement === key && agreed)]),
  ) as Record<AgreementKey, boolean>;
}

function withApplication(state: PageState, part: Partial<ApplicationState>): PageState {
  return { ...state, application: { ...state.application, ...part } };
}

/** Returns the state after a change to the application. An agreement whose consent is voided must be read again (D31). */
function withChanged(state: PageState, application: ApplicationState): PageState {
  const voided = agreementKeys.filter((key) => state.application.agreed[key] && !application.agreed[key]);
  return {
    ...state,
    application,
    read: { ...state.read, ...Object.fromEntries(voided.map((key) => [key, null])) },
  };
}

function unreviewed({ application }: PageState): ApplicationState {
  return { ...application, reviewed: false };
}

function withTyped(
  state: PageState,
  url: string,
  typed: Typed = {},
  refused: PageState['refused'][string] = [],
): PageState {
  return {
    ...state,
    typed: { ...state.typed, [url]: typed },
    refused: { ...state.refused, [url]: refused },
  };
}

/**
 * Returns the state without the typed texts and errors of all people of this person's type. Texts and errors are stored by URL.
 * After one of these people is removed, the URLs of the other people's screens contain different numbers.
 */
function withoutTyped(state: PageState, { personnelType }: Person): PageState {
  const isOfKind = (url: string) => url.includes(personnelType === 'owner' ? 'owner=' : 'user=');
  const others = <T>(byUrl: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byUrl).filter(([url]) => !isOfKind(url)));
  return { ...state, typed: others(state.typed), refused: others(state.refused) };
}

/** Stores a save's answers to masked fields, so the review can show them in full. Removes answers that the save clears. */
function withUnmasked(state: PageState, { applicationData, person }: Save, personId?: string): PageState {
  const { form, personnel } = state.application;
  const about = personnel.find(({ id }) => id === personId);
  const masked = (record: RecordName, answers: Save['person'] = {}, id?: string) =>
    Object.entries(answers)
      .filter(([key]) => fieldsOf(form, record)[key]?.sensitive === 'masked')
      .map(([key, value]) => [maskedId(key, id), value]);
  const all = Object.entries({
    ...state.unmasked,
    ...Object.fromEntries(masked('application', applicationData)),
    ...(about && Object.fromEntries(masked(recordOfPerson[about.personnelType], person, about.id))),
  });
  const kept = all.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...state, unmasked: Object.fromEntries(kept) };
}

function withDocuments(state: PageState, documents: readonly Document[]): PageState {
  return withApplication({ ...state, documents }, { documentCount: documents.length });
}

/** Changes the consent to one agreement. A version of null means that the person must read the agreement again. */
function withRead(
  state: PageState,
  consent: { agreement: AgreementKey; version: string | null; agreed: boolean; dirty: boolean },
): PageState {
  const { agreement, version, agreed, dirty } = consent;
  return withApplication(
    {
      ...state,
      read: { ...state.read, [agreement]: version },
      dirty: { ...state.dirty, [agreement]: dirty },
    },
    { agreed: { ...state.application.agreed, [agreement]: agreed } },
  );
}

/**
 * Returns the state with everything that the server has stored about an application. `isEarlier` is true if an earlier session
 * created the application (D55).
 */
function loaded(state: PageState, application: Application, isEarlier: boolean): PageState {
  const { applicationData, disclosures, personnel = [], documents = [], consents, sections } = application;
  const isThere = (type: Person['personnelType']) =>
    personnel.some(({ personnelType }) => personnelType === type) || null;
  const agreed = consents.filter((consent) => consent.agreed);
  return withApplication(
    {
      ...withDocuments(state, documents),
      applicationId: application.id,
      isLinkMailed: null,
      earlierDocuments: isEarlier ? documents.map(({ id }) => id) : [],
      read: Object.fromEntries(agreed.map(({ agreement, version }) => [agreement, version])),
    },
    {
      applicationData,
      // The API sends false both for the answer No and for a missing answer, so the page asks about the authority again.
      disclosures: { ...disclosures, authority: disclosures.authority || null },
      questions: {
        billingSame: applicationData.billingAddressLine ? false : null,
        guarantor: applicationData.guarantorId ? true : null,
        otherOwner: isThere('owner'),
        authorizedUser: isThere('authorized_user'),
      },
      personnel: personnel.map(({ id, personnelType, ...answers }) => ({ id, personnelType, answers })),
      sections,
      agreed: agreedOf(consents),
    },
  );
}

const alerted = (state: PageState, alert: Alert): PageState => ({ ...state, alert });

/** For each action, the function that computes the next state. An action is named after the event that it describes. */
const transitions = {
  // Actions at the start and the end of a session (D23, D28).
  sessionStarted: (state, { session }: { session: LiveSession }) => ({ ...state, session }),
  /**
   * The page has read an application. If `isEarlier`, a new session resumes it (D55). Otherwise, the page was reloaded and its
   * session continues (D18).
   */
  applicationLoaded: (state, action: { application: Application; isEarlier: boolean }) =>
    loaded(state, action.application, action.isEarlier),
  draftResumed: (state, { url }: { url: string }) => ({ ...state, resumedAt: url }),
  sessionClosed: (state) => ({ ...state, session: null }),
  everythingForgotten: forgotten,
  applicationEnded: (state, { as }: { as: FinishType }) => ({ ...state, finished: as }),

  // Actions on answers before they are saved.
  answerTyped: (state, { url, typed }: { url: string; typed: Typed }) => ({
    ...state,
    typed: { ...state.typed, [url]: typed },
  }),
  /** The person edits a field that the server refused. */
  refusedFieldEdited: (state, { url, field }: { url: string; field: string }) => {
    const before = state.refused[url] ?? [];
    const left = before.filter((error) => error.field !== field);
    if (left.length === before.length) return state;
    return { ...state, refused: { ...state.refused, [url]: left } };
  },
  /** The person answered questions that only determine which screens follow. If an answer is null, the page asks again. */
  questionsAnswered: (state, { answers }: { answers: Readonly<Record<string, unknown>> }) =>
    withApplication(state, { questions: { ...state.application.questions, ...answers } }),
  /** The person wants to change an answer with which the application cannot continue, so the answer is cleared (D15, D16). */
  answersCleared: (state, { group: { record, fields } }: { group: Group }) => {
    const key = record === 'questions' ? record : 'disclosures';
    const unanswered = Object.fromEntries(fields.map((field) => [field, null]));
    return withApplication(state, { [key]: { ...state.application[key], ...unanswered } });
  },
  groupSkipped: (state, { group }: { group: Group | undefined }) => ({
    ...state,
    application: skipOf(group, state.application).state,
  }),
  proofPostponed: (state) => withApplication(state, { proofLater: true }),
  proofChosen: (state) => withApplication(state, { proofAddedLast: true }),
  reviewReached: (state) => withApplication(state, { reviewing: true }),
  reviewConfirmed: (state) => withApplication(state, { reviewed: true }),
  reviewRowChanged: (state, { row }: { row: PageState['changedRow'] }) => ({ ...state, changedRow: row }),
  reviewPartsOpened: (state, { parts }: { parts: readonly string[] }) => ({ ...state, openParts: parts }),

  // Actions on saves (D44).
  answersGiven: (state, action: { url: string; save: Save; personId: string | undefined }) => {
    // A section is complete only after the server has stored its completion (D11).
    const { sections: _, ...answers } = action.save;
    const given = withUnmasked(state, answers, action.personId);
    const changed = withChanged(given, applySave(unreviewed(state), answers, action.personId));
    return { ...withTyped(changed, action.url), resumedAt: null };
  },
  saved: (state, action: { applicationId: string; sections: Save['sections'] }) => {
    if (!action.sections && state.applicationId === action.applicationId) return state;
    const sections = { ...state.application.sections, ...action.sections };
    return withApplication({ ...state, applicationId: action.applicationId }, { sections });
  },
  saveRefused: (state, action: { url: string; typed: Typed; errors: readonly FieldErrorBody[] }) =>
    withTyped(state, action.url, action.typed, action.errors),
  queueChanged: (state, { saving }: { saving: QueueState }) => ({ ...state, saving }),
  /** `isWaiting` is true if a call other than a save is waiting for the network. */
  networkAwaited: (state, { isWaiting }: { isWaiting: boolean }) =>
    isWaiting === state.awaitsNetwork ? state : { ...state, awaitsNetwork: isWaiting },
  /** `isNew` is true if answers have just changed. The requirement may then change the meaning of earlier answers (D16). */
  guarantorRequirementRead: (state, { required, isNew }: { required: boolean; isNew: boolean }) => {
    if (!isNew) return withApplication(state, { guarantorRequired: required });
    const changed = applyChange(state.application, {}, () => required);
    return withChanged(state, changed);
  },
  sectionCompleted: (state, { sectionDone }: Pick<PageState, 'sectionDone'>) => ({ ...state, sectionDone }),
  sectionDoneLeft: (state) => ({ ...state, sectionDone: null }),
  finishLaterOpened: (state) => ({ ...state, finishingLater: true }),
  finishLaterClosed: (state) => ({ ...state, finishingLater: false }),
  /** `isSure` is false if the call that makes the server mail the link failed: the server may still have mailed the link. */
  linkMailed: (state, { isSure }: { isSure: boolean }) => ({
    ...state,
    isLinkMailed: isSure || state.isLinkMailed || null,
  }),

  /** `typed` contains the person's answers as they were typed, with masked answers in full. */
  personAdded: (state, { url, person, typed }: { url: string; person: Person; typed: Person['answers'] }) => {
    const added = withTyped(withChanged(state, applyChange(unreviewed(state), { added: person })), url);
    return withUnmasked(added, { person: typed }, person.id);
  },
  personRemoved: (state, { person }: { person: Person }) => {
    const { [person.id]: _, ...notRemoved } = state.notRemoved;
    const without = applyChange(unreviewed(state), { removed: person.id });
    return withoutTyped(withChanged({ ...state, notRemoved }, without), person);
  },
  removalFailed: (state, { id, status }: { id: string; status: number }) => ({
    ...state,
    notRemoved: { ...state.notRemoved, [id]: status },
  }),

  documentsRead: (state, { documents }: { documents: readonly Document[] }) =>
    withDocuments(state, documents),
  documentAdded: (state, { document }: { document: Document }) => {
    const isThere = state.documents.some(({ id }) => id === document.id);
    const replaced = state.documents.map((other) => (other.id === document.id ? document : other));
    return withDocuments(state, isThere ? replaced : [...state.documents, document]);
  },
  documentRemoved: (state, { document: { id, fileName } }: { document: Document }) => {
    const others = state.documents.filter((document) => document.id !== id);
    const upload = { ...state.upload, said: { what: 'removed', fileName } as const };
    return withDocuments({ ...state, upload }, others);
  },
  uploadChanged: (state, action: { upload: Partial<UploadState> }) => {
    const upload = { ...state.upload, ...action.upload };
    return withApplication({ ...state, upload }, { proofUploading: upload.underWay !== null });
  },

  // Actions on agreements, consents and submit (D27, D31).
  agreementOpened: (state, { agreement }: { agreement: AgreementKey }) => ({
    ...state,
    dirty: { ...state.dirty, [agreement]: false },
  }),
  consentGiven: withRead,
  /** The agreement's text, or the data that it certifies, has changed since the person read it. */
  agreementChanged: (state, { agreement }: { agreement: AgreementKey }) =>
    withRead(state, { agreement, version: null, agreed: false, dirty: false }),
  consentsRead: (state, { consents }: Pick<Application, 'consents'>) => {
    const agreed = agreedOf(consents);
    // If the person has read an agreement but not agreed to it, they must read it again.
    const read = Object.entries(state.read).map(([key, version]) => [
      key,
      agreed[key as AgreementKey] ? version : null,
    ]);
    return withApplication({ ...state, read: Object.fromEntries(read) }, { agreed });
  },
  submitUnclear: (state, { unclear }: { unclear: boolean }) => ({ ...state, unclear }),
  submitted: (state, { application }: { application: Application }) => {
    const { status, referenceNumber, submittedDateTime, consents } = application;
    const { organizationType, businessName } = state.application.applicationData;
    const address = String(applicantOf(state.application)?.answers['email'] ?? '');
    return {
      ...forgotten(state),
      session: state.session,
      finished: status === 'pending' ? 'pending' : 'completed',
      submitted: {
        status,
        referenceNumber,
        submittedDateTime,
        organizationType,
        maskedEmail: maskedEmail(address),
        agreed: consents
          .filter(({ agreed }) => agreed)
          .map(({ agreement, version, agreedDateTime }) => ({ agreement, version, agreedDateTime }))
          .sort((one, other) => String(one.agreedDateTime).localeCompare(String(other.agreedDateTime))),
        businessName: organizationType === 'sole_proprietorship' ? null : (businessName ?? null),
      },
    };
  },

  callFailed: alerted,
  keyUnusable: alerted,
  tooManyTabs: alerted,
  cookiesBlocked: alerted,
  alertClosed: (state) => ({ ...state, alert: null }),
} satisfies Readonly<Record<string, (state: PageState, action: never) => PageState>>;

type Transitions = typeof transitions;

/** An action: `type` is the name of its transition, and the other properties are the transition's argument. */
export type Action = {
  [T in keyof Transitions]: { readonly type: T } & (Parameters<Transitions[T]> extends [
    unknown,
    infer Details,
  ]
    ? Details
    : unknown);
}[keyof Transitions];

/** Returns the state after an action. The store has already set the application's `now` to the time of the action. */
export function reduce(state: PageState, action: Action): PageState {
  const transition: (state: PageState, action: never) => PageState = transitions[action.type];
  return transition(state, action as never);
}
