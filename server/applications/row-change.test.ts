import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { statuses, transitions } from '../../api/status.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { type AuditEventType, emptyChain } from '../db/queries/audit-events.ts';
import { changedRow } from './row-change.ts';

const now = new Date('2026-06-15T12:00:00.000Z');
const draft: ApplicationRow = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  session_id: 'session',
  domain_key: 'toro',
  store_id: '10000005',
  provider_id: 'provider',
  status: 'draft',
  version: 1,
  create_date_time: now,
  update_date_time: now,
  create_user_id: 'applicant',
  submitted_date_time: null,
  reference_number: null,
  answers: {},
  sealed: {},
  disclosures: {},
  sections: {},
  data_key: null,
  audit_sequence: emptyChain.sequence,
  audit_hash: emptyChain.hash,
  parts_hash: null,
};

type Status = ApplicationRow['status'];

function changed(from: Status, to: Status, type: AuditEventType) {
  const context = { now, keys: { auditKey: createSecretKey(Buffer.alloc(32)) } };
  return changedRow(context, { ...draft, status: from }, { status: to }, [{ type }]).after.status;
}

const listed = (from: Status, to: Status) => transitions.find((one) => one.from === from && one.to === to);
const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

describe('the status of a row (D26)', () => {
  test.each(pairs.filter(([from, to]) => listed(from, to)))('goes from %s to %s', (from, to) => {
    expect(changed(from, to, listed(from, to)?.event ?? 'created')).toBe(to);
    expect(() => changed(from, to, 'answers_changed')).toThrow(`no transition from ${from} to ${to}`);
  });

  test.each(pairs.filter(([from, to]) => from !== to && !listed(from, to)))(
    'never goes from %s to %s',
    (from, to) => {
      const events = [...new Set(transitions.map(({ event }) => event))];
      for (const event of events) expect(() => changed(from, to, event)).toThrow('There is no transition');
    },
  );

  test('may stay the same, whatever the event', () => {
    for (const status of statuses) expect(changed(status, status, 'shown')).toBe(status);
  });
});
