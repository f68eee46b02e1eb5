/** Tests the report of a verification, and the heads that `reported` yields. */
import { expect, test } from 'vitest';
import type { CheckedTrail } from './check-trail.ts';
import { type CheckedTrails, newReport, reported } from './verify-audit-trail.ts';

async function* checked(trails: readonly CheckedTrail[], next?: string): CheckedTrails {
  yield* trails;
  return next;
}

const head = { sequence: 3, hash: Buffer.alloc(32) };
const fault = (applicationId: string, kind: 'altered' | 'no_application') => ({
  applicationId,
  events: 2,
  fault: { applicationId, kind, sequence: 1 },
});

async function report(trails: readonly CheckedTrail[], next?: string) {
  const found = newReport();
  const heads = [];
  for await (const one of reported(checked(trails, next), found)) heads.push(one);
  return { found, heads };
}

test('a report counts applications, events and faults, and passes on the heads', async () => {
  const broken = { ...head, isBroken: true } as const;
  const { found, heads } = await report(
    [
      { applicationId: 'whole', events: 3, head },
      { applicationId: 'same', events: 0, head, isUnchanged: true },
      { ...fault('altered', 'altered'), head: broken },
      fault('unknown', 'altered'),
      fault('gone', 'no_application'),
      { applicationId: 'deleted', events: 0 },
      { applicationId: 'later', events: 0, head, isSkipped: true },
    ],
    'later',
  );
  expect(found).toEqual({
    applications: 4,
    events: 9,
    unchanged: 1,
    faults: [
      { applicationId: 'altered', kind: 'altered', sequence: 1 },
      { applicationId: 'unknown', kind: 'altered', sequence: 1 },
      { applicationId: 'gone', kind: 'no_application', sequence: 1 },
    ],
    faultCount: 3,
    next: 'later',
  });
  expect(heads).toEqual([
    { applicationId: 'whole', ...head },
    { applicationId: 'same', ...head },
    { applicationId: 'altered', ...broken },
    { applicationId: 'later', ...head },
  ]);
});

test('a report contains the first thousand faults, and counts all', async () => {
  const { found } = await report(Array.from({ length: 1_001 }, (_, at) => fault(`${at}`, 'altered')));
  expect([found.faults.length, found.faultCount, found.applications]).toEqual([1_000, 1_001, 1_001]);
  expect(found.faults.at(-1)?.applicationId).toBe('999');
  expect(found.next).toBeUndefined();
});
