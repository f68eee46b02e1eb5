import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { type AuditEventRow, auditHash, chainedEvents, emptyChain } from '../db/queries/audit-events.ts';
import { continueTrail, faultOf, startTrail, type TrailProgress, verifyEvent } from './audit-chain.ts';

const auditKey = createSecretKey(Buffer.alloc(32, 7));
const otherKey = createSecretKey(Buffer.alloc(32, 8));
const id = 'application-1';
const now = new Date('2026-11-24T09:00:00.000Z');
const events = [
  { type: 'created' },
  { type: 'answers_changed', detail: { fields: ['applicationData.email'] } },
  { type: 'submitted', detail: { status: 'submitted' } },
] as const;

const chainOf = (key = auditKey) => chainedEvents(key, id, emptyChain, now, events, Buffer.alloc(32, 1));
const { rows, head } = chainOf();

/** The same events with unkeyed hashes, which anyone can compute. Events were chained this way before 2026-11-23. */
const unkeyed: AuditEventRow[] = [];
let previous_hash = emptyChain.hash;
for (const row of rows) {
  const hash = auditHash(auditKey, previous_hash, { ...row, state: null });
  unkeyed.push({ ...row, state: null, previous_hash, hash });
  previous_hash = hash;
}
const unkeyedHead = { sequence: 3, hash: previous_hash };

const verifyAll = (given: readonly AuditEventRow[], from: TrailProgress = startTrail(id)) =>
  given.reduce((progress, row) => verifyEvent(auditKey, progress, row), from);

const fault = (kind: string, sequence: number) => ({ applicationId: id, kind, sequence });
const at = (sequence: number): AuditEventRow => {
  const row = rows[sequence - 1];
  if (!row) throw new Error('There is no such event.');
  return row;
};

test('an intact trail has no fault, from its start or from an earlier verified head', () => {
  expect(faultOf(verifyAll(rows), head, true)).toBeUndefined();
  expect(verifyAll(rows).head).toEqual(head);
  const verified = { sequence: 2, hash: at(2).hash };
  expect(faultOf(verifyAll([at(3)], continueTrail(id, verified, true)), head, true)).toBeUndefined();
  expect(faultOf(verifyAll(rows, startTrail(id, verified)), head, true)).toBeUndefined();
});

test.each([
  ['altered', 2, [at(1), { ...at(2), detail: { fields: [] } }, at(3)]],
  ['missing', 2, [at(1), at(3)]],
  ['missing', 1, [at(2)]],
  ['misplaced', 3, [at(1), at(2), { ...at(3), previous_hash: at(1).hash }]],
  ['altered', 1, chainOf(otherKey).rows],
  ['not_keyed', 3, [at(1), at(2), { ...at(3), state: null }]],
] as const)('a trail is %s at event %i, and no later event is checked', (kind, sequence, given) => {
  const progress = verifyAll(given);
  expect(progress.fault).toEqual(fault(kind, sequence));
  expect(faultOf(progress, head, true)).toEqual(fault(kind, sequence));
  expect(progress.head.sequence).toBe(sequence - 1);
});

test('a trail must end with the head in its application’s row', () => {
  const progress = verifyAll(rows);
  expect(faultOf(progress, undefined, true)).toEqual(fault('no_application', 0));
  expect(faultOf(verifyAll(rows.slice(0, 2)), head, true)).toEqual(fault('cut_off', 3));
  const shorter = { sequence: 2, hash: at(2).hash };
  expect(faultOf(progress, shorter, true)).toEqual(fault('head_differs', 3));
  expect(faultOf(progress, { ...head, hash: at(2).hash }, true)).toEqual(fault('head_differs', 3));
});

test('a trail must contain the exported head', () => {
  const longer = { sequence: 5, hash: head.hash };
  expect(faultOf(verifyAll(rows, startTrail(id, longer)), head, true)).toEqual(fault('cut_off', 4));
  const other = { sequence: 2, hash: at(1).hash };
  expect(faultOf(verifyAll(rows, startTrail(id, other)), head, true)).toEqual(fault('rewritten', 2));
});

test('an unkeyed trail is accepted until all trails are keyed, and may continue with keyed events', () => {
  expect(faultOf(verifyAll(unkeyed), unkeyedHead, false)).toBeUndefined();
  expect(faultOf(verifyAll(unkeyed), unkeyedHead, true)).toEqual(fault('not_keyed', 3));
  expect(verifyAll(unkeyed, continueTrail(id, emptyChain, true)).fault).toEqual(fault('not_keyed', 1));
  const more = chainedEvents(auditKey, id, unkeyedHead, now, [{ type: 'decided' }], Buffer.alloc(32, 1));
  expect(faultOf(verifyAll([...unkeyed, ...more.rows]), more.head, true)).toBeUndefined();
});
