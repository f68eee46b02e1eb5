/**
 * A small model of the API (X10): its sessions, drafts, people, consents, documents and resume tokens. It is written only from
 * `docs/api.md`, D6, D16, D17, D23, D26 to D32, and D55. It imports no product code, so that it does not repeat the product's
 * mistakes. `expectedOf` computes the expected response and the next state from a state and a command.
 */
import { consentsDue, hasOwners, isComplete, mayOwn, textOf, withConsequences } from './application-rules.ts';
import { cameBack, erased, left, revoked, started } from './sessions.ts';
import type {
  Answer,
  Application,
  ApplicationPart,
  Kind,
  Model,
  Order,
  Outcome,
  ProgramFacts,
  Session,
} from './state.ts';
import {
  applicantOf,
  namedDocument,
  namedPerson,
  namedSession,
  nameOf,
  newApplication,
  sessionAt,
} from './state.ts';

/** The maximum number of people of each kind. */
const limits: Readonly<Record<Kind, number>> = { applicant: 1, owner: 4, authorized_user: 10 };
const documentsPerApplication = 5;

/** Returns the API's expected response to a command, and the next state of the model. */
export function expectedOf(model: Model, order: Order): Outcome {
  const refused = (answer: Answer): Outcome => ({ answer, model });
  if (order.call === 'start') return started(model);
  if (order.call === 'comeBack') return cameBack(model, order);
  if (order.call === 'notMe') return { answer: 204, model: revoked(model) };
  if (order.call === 'decide' || order.call === 'withdraw' || order.call === 'addLateDocument')
    return operated(model, order);

  const index = sessionAt(model, order.tab);
  const session = index === undefined ? undefined : model.sessions[index];
  if (index === undefined || !session?.isLive) return refused('session_invalid');
  const withSession = (next: Partial<Session>, nextKey = model.nextKey): Model => ({
    ...model,
    nextKey,
    sessions: model.sessions.map((one, at) => (at === index ? { ...one, ...next } : one)),
  });
  const { application } = session;
  const done = (answer: number, next: Application | null, nextKey = model.nextKey): Outcome => ({
    answer,
    model: withSession({ application: next }, nextKey),
  });

  switch (order.call) {
    case 'heartbeat':
      return refused(204);
    case 'open':
      return {
        answer: 200,
        model: withSession(
          application
            ? {
                application: {
                  ...application,
                  opened: [...application.opened, textOf(order.agreement, application)],
                },
              }
            : { opened: [...session.opened, textOf(order.agreement, application)] },
        ),
      };
    case 'finish': {
      const isDraft = application === null || application.status === 'draft';
      const saysSubmitted = order.type === 'completed' || order.type === 'pending';
      if (isDraft && saysSubmitted) return refused('conflict');
      if (!isDraft) return { answer: 204, model: withSession({ isLive: false }) };
      const next =
        order.type === 'cancel' ? erased(application, 'cancelled') : left(application, 'timed_out');
      return { answer: 204, model: withSession({ isLive: false, application: next }) };
    }
    case 'create':
      if (application) return refused(200);
      if (order.wrong) return refused(codeOf(order.wrong));
      return done(201, newApplication(index));
    default:
  }

  if (!application || namedSession(model, order) !== index) return refused('resource_not_found');
  if (order.call === 'read') return refused(200);
  if (order.call === 'submit') return submitted(model.program, application, done);
  if (namesNothing(model, order)) return refused('resource_not_found');
  if (application.status !== 'draft') return refused('conflict');
  if ('ifMatch' in order && order.ifMatch === 'stale') return refused('stale');
  const changed = (next: Application, answer = 200, nextKey = model.nextKey): Outcome =>
    done(answer, withConsequences(model.program, application, next), nextKey);

  switch (order.call) {
    case 'change': {
      const next = changedApplication(application, order.part);
      return typeof next === 'string' ? refused(next) : changed(next);
    }
    case 'addPerson': {
      const { kind, share } = order;
      const there = application.people.filter((person) => person.kind === kind).length;
      if (there >= limits[kind] || (kind === 'owner' && !hasOwners(application))) return refused('conflict');
      if (kind !== 'authorized_user' && !mayOwn(application, { kind }, share))
        return refused('validation_failed');
      const person = {
        key: model.nextKey,
        kind,
        name: nameOf(kind),
        share: kind === 'authorized_user' ? null : share,
        hasSsn: true,
      };
      return changed({ ...application, people: [...application.people, person] }, 201, model.nextKey + 1);
    }
    case 'changePerson': {
      const person = namedPerson(model, order);
      if (!person) return refused('resource_not_found');
      const { part } = order;
      if ('share' in part && person.kind === 'authorized_user') return refused('invalid_request');
      if ('share' in part && !mayOwn(application, person, part.share)) return refused('validation_failed');
      const people = application.people.map((one) => (one === person ? { ...one, ...part } : one));
      return changed({ ...application, people });
    }
    case 'removePerson': {
      const person = namedPerson(model, order);
      return changed({ ...application, people: application.people.filter((one) => one !== person) }, 204);
    }
    case 'agree':
      return agreedTo(session, application, order, done);
    case 'upload':
      if (!order.isUsable) return refused('validation_failed');
      if (application.documents.length >= documentsPerApplication) return refused('conflict');
      return done(
        201,
        { ...application, documents: [...application.documents, model.nextKey] },
        model.nextKey + 1,
      );
    case 'replaceDocument':
      return refused(200);
    case 'removeDocument': {
      const key = namedDocument(model, order);
      return done(204, { ...application, documents: application.documents.filter((one) => one !== key) });
    }
  }
}

type Done = (answer: number, next: Application) => Outcome;

function codeOf(wrong: 'value' | 'serverSet'): string {
  return wrong === 'value' ? 'validation_failed' : 'invalid_request';
}

/** Returns whether a command refers to a person or document that does not exist. */
function namesNothing(model: Model, order: Order): boolean {
  if (order.call === 'changePerson' || order.call === 'removePerson') return !namedPerson(model, order);
  if (order.call === 'replaceDocument' || order.call === 'removeDocument')
    return namedDocument(model, order) === undefined;
  return false;
}

/** Returns the application after a change, or the code of the error with which the API refuses the change. */
function changedApplication(application: Application, part: ApplicationPart): Application | string {
  if ('wrong' in part) return codeOf(part.wrong);
  if ('disclosure' in part)
    return {
      ...application,
      disclosures: { ...application.disclosures, [part.disclosure]: part.isGiven },
    };
  if ('hasTaxId' in part && part.hasTaxId) return { ...application, ...part, resumeToken: { misses: 0 } };
  if (!('guarantor' in part)) return { ...application, ...part };
  if (part.guarantor === null) return { ...application, guarantor: null };
  const applicant = applicantOf(application);
  if (part.guarantor === 'owner' || !applicant) return 'validation_failed';
  return { ...application, guarantor: applicant.key };
}

/**
 * Gives or withdraws a consent (D31). A person can consent only to the current text, and only if that text was served to this
 * session or for this application.
 */
function agreedTo(
  { opened }: Session,
  application: Application,
  { agreement, agreed, version }: Order<'agree'>,
  done: Done,
): Outcome {
  const { consents } = application;
  if (agreement === 'guarantor' && application.guarantor === null)
    return { ...done(200, application), answer: 'conflict' };
  if (!agreed) {
    const next = consents[agreement] === 'given' ? 'none' : consents[agreement];
    return done(200, { ...application, consents: { ...consents, [agreement]: next } });
  }
  const mayAgree =
    version === 'shown' &&
    (consents[agreement] === 'given' ||
      [...opened, ...application.opened].includes(textOf(agreement, application)));
  if (!mayAgree) return { ...done(200, application), answer: 'agreement_unread' };
  return done(200, { ...application, consents: { ...consents, [agreement]: 'given' } });
}

/** Returns the outcome of submitting an application (D27). */
function submitted(program: ProgramFacts, application: Application, done: Done): Outcome {
  const refused = (answer: string) => ({ ...done(200, application), answer });
  if (application.status !== 'draft') return done(200, application);
  const open = consentsDue(application).filter((agreement) => application.consents[agreement] !== 'given');
  if (
    !isComplete(program, application) ||
    open.some((agreement) => application.consents[agreement] === 'none')
  )
    return refused('validation_failed');
  if (open.length > 0) return refused('agreement_unread');
  const isPending = program.isProofRequired && application.documents.length === 0;
  return done(200, { ...application, status: isPending ? 'pending' : 'submitted', resumeToken: null });
}

/** Returns the outcome of an operator's command (D26). */
function operated(model: Model, order: Order<'decide' | 'withdraw' | 'addLateDocument'>): Outcome {
  const index = sessionAt(model, order.tab);
  const application = index === undefined ? undefined : model.sessions[index]?.application;
  const from = {
    decide: ['submitted', 'pending'],
    withdraw: ['submitted', 'pending'],
    addLateDocument: ['pending'],
  }[order.call];
  if (!application || !from.includes(application.status)) return { answer: 'refused', model };
  const next: Application =
    order.call === 'addLateDocument'
      ? { ...application, status: 'submitted', documents: [...application.documents, model.nextKey] }
      : {
          ...application,
          status:
            order.call === 'withdraw' ? 'withdrawn' : order.decision === 'approve' ? 'approved' : 'declined',
        };
  return {
    answer: 'done',
    model: {
      ...model,
      nextKey: model.nextKey + 1,
      sessions: model.sessions.map((one, at) => (at === index ? { ...one, application: next } : one)),
    },
  };
}
