/**
 * Sends sequences of commands to a server. After each command, compares the response and the stored state with the model.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestServer } from '../test-server.ts';
import { verifyAuditTrail } from '../verify-audit-trail.ts';
import type { Orders } from './any-orders.ts';
import { callerAt } from './caller.ts';
import { expectedOf } from './model.ts';
import { type Application, emptyModel, type Model } from './state.ts';
import { contentOf, expectLegalState, expectLegalStep, type Kept, keptOf } from './stored-state.ts';

/** The number of calls and the different responses of a run. They show whether the run reached the states that it should test. */
export interface Reached {
  calls: number;
  /** Each combination of command and response that occurred, such as `submit 200`. */
  readonly answers: Set<string>;
}

/** Sends a sequence of commands to a server. Throws at the first response or state that differs from the model. */
export async function followOrders(
  server: TestServer,
  { program, orders }: Orders,
  reached: Reached,
): Promise<void> {
  const caller = callerAt(server, program.host);
  const kept = new Map<string, Kept>();
  const applications = new Map<string, Application>();
  let model = emptyModel(program);
  for (const [at, order] of orders.entries()) {
    const expected = expectedOf(model, order);
    const answer = await caller.perform(model, order);
    expect(answer, `command ${at + 1}: ${JSON.stringify(order)}`).toBe(expected.answer);
    // A refused command must not change anything, unless it is a failed attempt to resume: the server counts the attempt, and the
    // fifth failed attempt may end a draft.
    const isRefused = typeof answer === 'string' && answer !== 'done' && expected.model === model;
    model = expected.model;
    reached.calls += 1;
    reached.answers.add(`${order.call} ${answer}`);
    const ids = caller.applicationIds.filter((id) => id !== undefined);
    for (const after of ids.length > 0 ? await keptOf(server, ids) : []) {
      const { id } = after.row;
      const before = kept.get(id);
      kept.set(id, after);
      if (before && isRefused) expect(contentOf(after)).toBe(contentOf(before));
      if (before) expectLegalStep(before, after);
      const application = model.sessions[caller.applicationIds.indexOf(id)]?.application;
      if (!application) throw new Error('The server created an application that the model does not have.');
      if (before && application === applications.get(id) && contentOf(before) === contentOf(after)) continue;
      applications.set(id, application);
      await expectLegalState(server, after, application, caller.personIds);
    }
  }
  await expectWholeTrails(server, model, caller.applicationIds);
}

/** Expects the audit trails to be valid, and to have one event for each creation, submission and erasure of an application. */
async function expectWholeTrails(
  { services, database: { db } }: TestServer,
  { sessions }: Model,
  applicationIds: readonly (string | undefined)[],
): Promise<void> {
  const ids = applicationIds.filter((id) => id !== undefined).toSorted();
  if (ids[0] === undefined) return;
  expect(await verifyAuditTrail(services, { from: ids[0] })).toMatchObject({ faults: [] });
  const events = await db
    .selectFrom('audit_event')
    .select(['application_id', 'type'])
    .where('application_id', 'in', ids)
    .execute();
  for (const [index, id] of applicationIds.entries()) {
    const status = sessions[index]?.application?.status;
    const countOf = (type: string) =>
      events.filter((event) => event.application_id === id && event.type === type).length;
    const isErased = ['cancelled', 'timed_out', 'expired'].includes(status ?? '');
    const isSubmitted = status !== undefined && status !== 'draft' && !isErased;
    if (id !== undefined)
      expect([countOf('created'), countOf('submitted'), countOf('erased')]).toEqual([
        1,
        Number(isSubmitted),
        Number(isErased),
      ]);
  }
}

/**
 * Sends random sequences to a server. A failure prints the shortest sequence that fails, with the seed and path that repeat it.
 */
export async function followAny(
  server: TestServer,
  orders: fc.Arbitrary<Orders>,
  parameters: fc.Parameters<[Orders]>,
): Promise<Reached> {
  const reached: Reached = { calls: 0, answers: new Set() };
  await fc.assert(
    fc.asyncProperty(orders, (one) => followOrders(server, one, reached)),
    parameters,
  );
  return reached;
}
