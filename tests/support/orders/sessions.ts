/** Computes how sessions of the model start and end, and how their drafts are kept, erased and resumed. */
import type { Application, Model, Order, Outcome, Session } from './state.ts';
import { newApplication, sessionAt } from './state.ts';

const sessionsPerBrowser = 4;
const mostMisses = 5;

/** Returns the application without any personal data (D28). */
export function erased(application: Application | null, status: string): Application | null {
  return application && { ...newApplication(application.key), status, resumeToken: null };
}

/**
 * Returns what is left of a draft when its session ends for any reason except cancel (D28, D55). A draft with a resume token
 * stays unchanged. Any other draft is erased.
 */
export function left(application: Application | null, status: string): Application | null {
  return application?.resumeToken ? application : erased(application, status);
}

function withApplications(
  model: Model,
  next: (application: Application, session: Session) => Application | null,
): Model {
  const sessions = model.sessions.map((session) => {
    const { application } = session;
    if (application?.status !== 'draft' || !application.resumeToken) return session;
    const changed = next(application, session);
    // If a draft loses its resume token and has no live session, it is erased.
    return { ...session, application: session.isLive ? changed : left(changed, 'timed_out') };
  });
  return { ...model, sessions };
}

/** Returns the model after a person has revoked the browser's resume tokens. */
export function revoked(model: Model): Model {
  return withApplications(model, (application) => ({ ...application, resumeToken: null }));
}

/**
 * Returns the outcome of an attempt to resume (D55). A successful attempt moves the draft to a new session. A failed attempt
 * counts as a miss for each draft of the browser, and the fifth miss of a draft revokes its resume token.
 */
export function cameBack(model: Model, { tab, isRight }: Order<'comeBack'>): Outcome {
  const index = sessionAt(model, tab);
  const session = index === undefined ? undefined : model.sessions[index];
  const { application = null } = session ?? {};
  if (
    !isRight ||
    !session ||
    application?.status !== 'draft' ||
    !application.resumeToken ||
    !application.hasTaxId
  )
    return { answer: 'resource_not_found', model: withApplications(model, missed) };
  const taken = model.sessions.map((one) =>
    one === session ? { ...one, isLive: false, application: null } : one,
  );
  const sessions = [
    ...withRoom(taken),
    { ...session, isLive: true, application: { ...application, resumeToken: { misses: 0 } } },
  ];
  return { answer: 200, model: { ...model, sessions } };
}

function missed(application: Application): Application {
  const misses = (application.resumeToken?.misses ?? 0) + 1;
  return { ...application, resumeToken: misses === mostMisses ? null : { misses } };
}

/** Ends the oldest sessions if necessary, so that a browser has at most four live sessions after one more is started (D23). */
function withRoom(sessions: readonly Session[]): readonly Session[] {
  const live = sessions.filter(({ isLive }) => isLive);
  const ended = live.slice(0, Math.max(0, live.length - sessionsPerBrowser + 1));
  return sessions.map((session) => {
    if (!ended.includes(session)) return session;
    const { application } = session;
    const isDraft = application?.status === 'draft';
    return { ...session, isLive: false, application: isDraft ? left(application, 'expired') : application };
  });
}

/** Starts a session (D23). If it is the browser's fifth live session, the oldest session ends. */
export function started(model: Model): Outcome {
  const begun: Session = { isLive: true, opened: [], application: null };
  return { answer: 200, model: { ...model, sessions: [...withRoom(model.sessions), begun] } };
}
