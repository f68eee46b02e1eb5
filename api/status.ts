/** The statuses of an application, and all transitions between them (D26). */

export const statuses = [
  'draft',
  'submitted',
  'pending',
  'approved',
  'declined',
  'cancelled',
  'timed_out',
  'expired',
  'withdrawn',
] as const;

export type Status = (typeof statuses)[number];

interface Transition {
  readonly from: Status;
  readonly to: Status;
  /** Who may cause the transition. The `server` causes it without a request, after a session or a draft has ended. */
  readonly by: readonly ('applicant' | 'operator' | 'server')[];
  /** The type of the audit event that records the transition. */
  readonly event: string;
}

/** All transitions. The server refuses to write any other transition. */
export const transitions = [
  { from: 'draft', to: 'submitted', by: ['applicant'], event: 'submitted' },
  { from: 'draft', to: 'pending', by: ['applicant'], event: 'submitted' },
  { from: 'draft', to: 'cancelled', by: ['applicant', 'operator'], event: 'erased' },
  { from: 'draft', to: 'timed_out', by: ['applicant', 'server'], event: 'erased' },
  { from: 'draft', to: 'expired', by: ['operator', 'server'], event: 'erased' },
  { from: 'submitted', to: 'approved', by: ['operator'], event: 'decided' },
  { from: 'submitted', to: 'declined', by: ['operator'], event: 'decided' },
  { from: 'submitted', to: 'withdrawn', by: ['operator'], event: 'withdrawn' },
  { from: 'pending', to: 'submitted', by: ['operator'], event: 'document_added' },
  { from: 'pending', to: 'approved', by: ['operator'], event: 'decided' },
  { from: 'pending', to: 'declined', by: ['operator'], event: 'decided' },
  { from: 'pending', to: 'withdrawn', by: ['operator'], event: 'withdrawn' },
] as const satisfies readonly Transition[];

/** The statuses that an audit event of this type can record. */
export type StatusBy<Event extends string> = Extract<
  (typeof transitions)[number],
  { readonly event: Event }
>['to'];

const all: readonly Transition[] = transitions;

/** Returns whether one of these audit events records a transition from the first status to the second. */
export function isTransition(
  from: Status,
  to: Status,
  events: readonly { readonly type: string }[],
): boolean {
  return all.some(
    (one) => one.from === from && one.to === to && events.some(({ type }) => type === one.event),
  );
}

/** Returns the statuses from which an operator can move an application to the status `to`. */
export function statusesBefore(to: Status): readonly Status[] {
  return all.filter((one) => one.to === to && one.by.includes('operator')).map(({ from }) => from);
}

/** Returns whether an application was erased while it was a draft, before its submission. */
export function isErased({ status }: { readonly status: Status }): boolean {
  return all.some(({ to, event }) => to === status && event === 'erased');
}

/** Returns whether an application was submitted, even if its status has changed since then. */
export function isSubmitted(application: { readonly status: Status }): boolean {
  return application.status !== 'draft' && !isErased(application);
}
