/** Computes the next state from each action. Pure, so that every case can be tested by itself. */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { fieldsOf } from '../../form/fields/form.ts';
import { maskedEmail } from '../../form/flow/finish.ts';
import type { Person } from '../../form/people/people.ts';
import { applicantOf, recordOfPerson } from '../../form/people/people.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import type { Save } from '../../form/state/saves.ts';
import { applySave, skipOf } from '../../form/state/saves.ts';
import type { Action } from './actions.ts';
import type { PageState, Typed, UploadState } from './page-state.ts';
import { forgotten, maskedId } from './page-state.ts';

/** The agreements that the server has stored as agreed to. */
function agreedOf(consents: Application['consents']): Record<AgreementKey, boolean> {
  return Object.fromEntries(
    agreementKeys.map((key) => [key, consents.some(({ agreement, agreed }) => agreement === key && agreed)]),
  ) as Record<AgreementKey, boolean>;
}

/** The state with part of the application replaced. */
function withApplication(state: PageState, part: Partial<ApplicationState>): PageState {
  return { ...state, application: { ...state.application, ...part } };
}

/** The state after a change of the application. An agreement whose consent became void must be read again (D31). */
function withChanged(state: PageState, application: ApplicationState): PageState {
  const voided = agreementKeys.filter((key) => state.application.agreed[key] && !application.agreed[key]);
  return {
    ...state,
    application,
    read: { ...state.read, ...Object.fromEntries(voided.map((key) => [key, null])) },
  };
}

/** The state with other texts and refusals at one address. */
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
 * The state without what was typed and refused for one kind of person. Their addresses are numbered, so after a removal
 * the texts of one person would appear for another.
 */
function withoutTyped(state: PageState, { personnelType }: Person): PageState {
  const isOfKind = (url: string) => url.includes(personnelType === 'owner' ? 'owner=' : 'user=');
  const others = <T>(byUrl: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byUrl).filter(([url]) => !isOfKind(url)));
  return { ...state, typed: others(state.typed), refused: others(state.refused) };
}

/** The state with the masked answers of a save kept for Show, and without those that it takes away. */
function withUnmasked(state: PageState, { applicationData, person }: Save, personId?: string): PageState {
  const { form, personnel } = state.application;
  const about = personnel.find(({ id }) => id === personId);
  const given = [
    { fields: fieldsOf(form, 'application'), answers: applicationData, id: undefined },
    ...(about
      ? [{ fields: fieldsOf(form, recordOfPerson[about.personnelType]), answers: person, id: about.id }]
      : []),
  ].flatMap(({ fields, answers = {}, id }) =>
    Object.entries(answers).flatMap(([key, value]) =>
      fields[key]?.sensitive === 'masked' ? [[maskedId(key, id), value] as const] : [],
    ),
  );
  const all = Object.entries({ ...state.unmasked, ...Object.fromEntries(given) });
  const kept = all.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...state, unmasked: Object.fromEntries(kept) };
}

function withUpload(state: PageState, part: Partial<UploadState>): PageState {
  const upload = { ...state.upload, ...part };
  return withApplication({ ...state, upload }, { proofUnderWay: upload.underWay !== null });
}

function withDocuments(state: PageState, documents: readonly Document[]): PageState {
  return withApplication({ ...state, documents }, { documentCount: documents.length });
}

/** The state with one agreement read, and agreed to or not. A version of null means that the text changed. */
function withRead(
  { application, ...state }: PageState,
  key: AgreementKey,
  version: string | null,
  agreed: boolean,
  dirty: boolean,
): PageState {
  return {
    ...state,
    read: { ...state.read, [key]: version },
    dirty: { ...state.dirty, [key]: dirty },
    application: { ...application, agreed: { ...application.agreed, [key]: agreed } },
  };
}

/** The state with what the server has stored, as after a reload with persistence (D18). */
function loaded(state: PageState, application: Application, isEarlier: boolean): PageState {
  const { applicationData, disclosures, personnel = [], documents = [], consents, sections } = application;
  const people: Person[] = personnel.map(({ id, personnelType, ...answers }) => ({
    id,
    personnelType,
    answers,
  }));
  const isThere = (type: Person['personnelType']) =>
    people.some(({ personnelType }) => personnelType === type) || null;
  const agreed = consents.filter((consent) => consent.agreed);
  return withApplication(
    {
      ...withDocuments(state, documents),
      applicationId: application.id,
      earlierDocuments: isEarlier ? documents.map(({ id }) => id) : [],
      read: Object.fromEntries(agreed.map(({ agreement, version }) => [agreement, version])),
    },
    {
      applicationData,
      disclosures: {
        ...disclosures,
        // The API sends false both for "no" and for "not answered", so the question is asked again.
        authority: disclosures.authority || null,
      },
      questions: {
        billingSame: applicationData.billingAddressLine ? false : null,
        guarantor: applicationData.guarantorId ? true : null,
        otherOwner: isThere('owner'),
        authorizedUser: isThere('authorized_user'),
      },
      personnel: people,
      sections,
      agreed: agreedOf(consents),
    },
  );
}

/** The state after an action. The store has set the application's `now` to the time of the action. */
export function reduce(state: PageState, action: Action): PageState {
  const { application } = state;
  const toReview = { ...application, reviewed: false };
  switch (action.type) {
    case 'sessionStarted':
      return { ...state, session: action.session };
    case 'applicationLoaded':
      return loaded(state, action.application, action.isEarlier);
    case 'sessionClosed':
      return { ...state, session: null };
    case 'everythingForgotten':
      return forgotten(state);
    case 'applicationEnded':
      return { ...state, finished: action.as };

    case 'answerTyped':
      return { ...state, typed: { ...state.typed, [action.url]: action.typed } };
    case 'refusedFieldEdited': {
      const before = state.refused[action.url] ?? [];
      const left = before.filter(({ field }) => field !== action.field);
      if (left.length === before.length) return state;
      return { ...state, refused: { ...state.refused, [action.url]: left } };
    }
    case 'questionsAnswered':
      return withApplication(state, { questions: { ...application.questions, ...action.answers } });
    case 'answersTakenBack': {
      const { record, fields } = action.group;
      const key = record === 'questions' ? record : 'disclosures';
      const unanswered = Object.fromEntries(fields.map((field) => [field, null]));
      return withApplication(state, { [key]: { ...application[key], ...unanswered } });
    }
    case 'groupSkipped':
      return { ...state, application: skipOf(action.group, application).state };
    case 'proofPostponed':
      return withApplication(state, { proofLater: true });
    case 'proofChosen':
      return withApplication(state, { proofAddedLast: true });
    case 'reviewReached':
      return withApplication(state, { reviewing: true });
    case 'reviewConfirmed':
      return withApplication(state, { reviewed: true });
    case 'reviewRowChanged':
      return { ...state, changedRow: action.row };
    case 'reviewPartsOpened':
      return { ...state, openParts: action.parts };

    case 'answersGiven': {
      // A section counts as complete only once the server has stored it (D11).
      const { sections: _, ...answers } = action.save;
      const given = withUnmasked(state, answers, action.personId);
      return withTyped(withChanged(given, applySave(toReview, answers, action.personId)), action.url);
    }
    case 'saved':
      if (!action.sections && state.applicationId === action.applicationId) return state;
      return withApplication(
        { ...state, applicationId: action.applicationId },
        { sections: { ...application.sections, ...action.sections } },
      );
    case 'saveRefused':
      return withTyped(state, action.url, action.typed, action.errors);
    case 'queueChanged':
      return { ...state, saving: action.saving };
    case 'networkAwaited':
      return action.isWaiting === state.awaitsNetwork ? state : { ...state, awaitsNetwork: action.isWaiting };
    case 'guarantorRequirementRead':
      return action.isNew
        ? withChanged(
            state,
            applyChange(application, {}, () => action.required),
          )
        : withApplication(state, { guarantorRequired: action.required });
    case 'sectionCompleted':
      return { ...state, sectionDone: action.sectionDone };
    case 'sectionDoneLeft':
      return { ...state, sectionDone: null };
    case 'finishLaterOpened':
      return { ...state, finishingLater: true };
    case 'finishLaterClosed':
      return { ...state, finishingLater: false };

    case 'personAdded':
      return withTyped(withChanged(state, applyChange(toReview, { added: action.person })), action.url);
    case 'personRemoved': {
      const { person } = action;
      const { [person.id]: _, ...notRemoved } = state.notRemoved;
      const without = applyChange(toReview, { removed: person.id });
      return withoutTyped(withChanged({ ...state, notRemoved }, without), person);
    }
    case 'removalFailed':
      return { ...state, notRemoved: { ...state.notRemoved, [action.id]: action.status } };

    case 'documentsRead':
      return withDocuments(state, action.documents);
    case 'documentAdded': {
      const { document } = action;
      const isThere = state.documents.some(({ id }) => id === document.id);
      return withDocuments(
        state,
        isThere
          ? state.documents.map((other) => (other.id === document.id ? document : other))
          : [...state.documents, document],
      );
    }
    case 'documentRemoved': {
      const { id, fileName } = action.document;
      const others = state.documents.filter((document) => document.id !== id);
      const upload = { ...state.upload, said: { what: 'removed', fileName } as const };
      return withDocuments({ ...state, upload }, others);
    }
    case 'uploadChanged':
      return withUpload(state, action.upload);

    case 'agreementOpened':
      return { ...state, dirty: { ...state.dirty, [action.agreement]: false } };
    case 'consentGiven':
      return withRead(state, action.agreement, action.version, action.agreed, action.dirty);
    case 'agreementChanged':
      return withRead(state, action.agreement, null, false, false);
    case 'consentsRead': {
      const agreed = agreedOf(action.consents);
      // What was read but is not agreed to must be read again.
      const read = Object.entries(state.read).map(([key, version]) => [
        key,
        agreed[key as AgreementKey] ? version : null,
      ]);
      return withApplication({ ...state, read: Object.fromEntries(read) }, { agreed });
    }
    case 'submitUnclear':
      return { ...state, unclear: action.unclear };
    case 'submitted': {
      const { status, referenceNumber, submittedDateTime } = action.application;
      const { organizationType, businessName } = application.applicationData;
      const address = String(applicantOf(application)?.answers['email'] ?? '');
      return {
        ...forgotten(state),
        session: state.session,
        finished: status === 'pending' ? 'pending' : 'completed',
        submitted: {
          status,
          referenceNumber,
          submittedDateTime,
          maskedEmail: maskedEmail(address),
          businessName: organizationType === 'sole_proprietorship' ? null : (businessName ?? null),
        },
      };
    }

    case 'callFailed':
    case 'keyUnusable':
    case 'tooManyTabs':
    case 'cookiesBlocked':
      return { ...state, alert: action };
    case 'alertClosed':
      return { ...state, alert: null };
  }
}
