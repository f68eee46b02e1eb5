import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StoredApplication } from '../db/queries/application-parts.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { auditHash, emptyChain } from '../db/queries/audit-events.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';
import {
  alterations,
  checkAudited,
  IntegrityError,
  isAltered,
  partsHash,
  stateOfRow,
} from './audited-state.ts';

const auditKey = createSecretKey(Buffer.alloc(32, 7));
const keysOf = (areAllSealed: boolean) => ({ auditKey, areAllSealed }) as StoreKeys;
const moment = new Date('2026-11-24T09:00:00.000Z');
const envelope = (t: string) => ({ v: 1, k: 'key', n: 'nonce', t, c: 'ciphertext' });

type Parts = StoredApplication['parts'];
type AuditedRows = Omit<Parts, 'last_event'>;

const parts = {
  personnel: [
    { id: 'person-1', personnel_type: 'applicant', version: 1, sealed: envelope('p1') },
    { id: 'person-2', personnel_type: 'owner', version: 2, sealed: envelope('p2') },
  ],
  documents: [
    {
      id: 'document-1',
      document_type: 'articles',
      sha256: 'aa',
      original_sha256: 'bb',
      disarmed: true,
      sealed: envelope('d1'),
    },
  ],
  consents: [
    {
      id: 'consent-1',
      agreement: 'terms',
      version: '2026-11-23',
      sha256: 'cc',
      agreed: true,
      open_date_time: moment.toISOString(),
      agreed_date_time: moment.toISOString(),
      void_date_time: null,
      signer: envelope('c1'),
    },
  ],
} as unknown as AuditedRows;

const bareRow = {
  id: 'application-1',
  session_id: 'session-1',
  domain_key: 'demo',
  store_id: 'store-1',
  provider_id: 'bank-1',
  status: 'submitted',
  version: 3,
  create_date_time: moment,
  create_user_id: 'applicant',
  submitted_date_time: moment,
  reference_number: 'ABCD',
  data_key: { id: 'key' },
  sealed: envelope('r1'),
  parts_hash: partsHash(parts),
} as unknown as ApplicationRow;

/**
 * Returns an application whose last audit event contains the hash of the application's rows. With `before`, the event is like an
 * event from before 2026-11-23: it does not contain that hash, and its own hash is unkeyed.
 */
function auditedBy(row: ApplicationRow, { before = false } = {}): StoredApplication {
  const state = before ? null : stateOfRow(row);
  const event = { sequence: 1, type: 'submitted', detail: { status: 'submitted' }, create_date_time: moment };
  const audit_hash = auditHash(auditKey, emptyChain.hash, { application_id: row.id, ...event, state });
  const last_event = {
    sequence: event.sequence,
    type: event.type,
    detail: event.detail,
    create_date_time: moment.toISOString(),
    previous_hash: emptyChain.hash.toString('hex'),
    state: state?.toString('hex') ?? null,
  };
  return {
    row: { ...row, audit_sequence: 1, audit_hash },
    parts: { ...parts, last_event } as unknown as Parts,
  };
}

const isAccepted = (stored: StoredApplication, areAllSealed = true) => {
  try {
    checkAudited(keysOf(areAllSealed), stored);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(IntegrityError);
    return false;
  }
};

const whole = auditedBy(bareRow);

describe('an application that matches its last event', () => {
  test('is accepted, whatever the order of its people', () => {
    expect(isAccepted(whole)).toBe(true);
    const personnel = whole.parts.personnel.toReversed();
    expect(isAccepted({ ...whole, parts: { ...whole.parts, personnel } })).toBe(true);
  });

  test.each([
    ['session_id', 'session-2'],
    ['domain_key', 'toro'],
    ['store_id', 'store-2'],
    ['provider_id', 'bank-2'],
    ['status', 'draft'],
    ['version', 2],
    ['create_date_time', new Date(0)],
    ['create_user_id', 'other'],
    ['submitted_date_time', null],
    ['reference_number', 'EFGH'],
    ['data_key', null],
    ['sealed', envelope('r0')],
    ['parts_hash', Buffer.alloc(32)],
    ['parts_hash', null],
    ['audit_sequence', 2],
    ['audit_hash', Buffer.alloc(32)],
    ['id', 'application-2'],
  ])('is refused with another %s', (column, value) => {
    expect(isAccepted({ ...whole, row: { ...whole.row, [column]: value } as ApplicationRow })).toBe(false);
  });

  test.each([
    ['personnel', 'id', 'person-3'],
    ['personnel', 'personnel_type', 'owner'],
    ['personnel', 'version', 9],
    ['personnel', 'sealed', envelope('p0')],
    ['documents', 'id', 'document-2'],
    ['documents', 'document_type', 'license'],
    ['documents', 'sha256', 'ab'],
    ['documents', 'original_sha256', null],
    ['documents', 'disarmed', false],
    ['documents', 'sealed', envelope('d0')],
    ['consents', 'id', 'consent-2'],
    ['consents', 'agreement', 'esign'],
    ['consents', 'version', '2026-11-22'],
    ['consents', 'sha256', 'cd'],
    ['consents', 'agreed', false],
    ['consents', 'open_date_time', null],
    ['consents', 'agreed_date_time', '2026-11-25T09:00:00.000Z'],
    ['consents', 'void_date_time', '2026-11-25T09:00:00.000Z'],
    ['consents', 'signer', envelope('c0')],
  ] as const)('is refused if a row of its %s has another %s', (part, column, value) => {
    const [first, ...others] = whole.parts[part] as readonly object[];
    const altered = { ...whole.parts, [part]: [{ ...first, [column]: value }, ...others] };
    expect(isAccepted({ ...whole, parts: altered as unknown as Parts })).toBe(false);
  });

  test('is refused if a person or the trail was removed', () => {
    const personnel = whole.parts.personnel.slice(1);
    expect(isAccepted({ ...whole, parts: { ...whole.parts, personnel } })).toBe(false);
    const nothing = { ...whole.parts, last_event: null } as unknown as Parts;
    expect(isAccepted({ ...whole, parts: nothing })).toBe(false);
  });

  test('is accepted if it is erased, whatever is left of its parts', () => {
    const erased = auditedBy({ ...bareRow, data_key: null });
    expect(isAccepted({ ...erased, parts: { ...erased.parts, personnel: [], documents: [] } })).toBe(true);
    expect(isAccepted(auditedBy({ ...bareRow, data_key: null, parts_hash: null }))).toBe(true);
    expect(isAccepted({ ...erased, row: { ...erased.row, status: 'draft' } })).toBe(false);
  });
});

describe('an application from before 2026-11-23', () => {
  test('is accepted without a hash until everything is sealed', () => {
    const before = auditedBy(bareRow, { before: true });
    expect([isAccepted(before, false), isAccepted(before, true)]).toEqual([true, false]);
  });

  test('needs no hash of its parts until everything is sealed, but its row must match', () => {
    const stored = auditedBy({ ...bareRow, parts_hash: null });
    expect([isAccepted(stored, false), isAccepted(stored, true)]).toEqual([true, false]);
    expect(isAccepted({ ...stored, row: { ...stored.row, version: 9 } }, false)).toBe(false);
  });
});

test('the hashes of rows never change, because stored events contain them', () => {
  expect(partsHash(parts).toString('hex')).toBe(
    'daa2419fda9445e3da5a79610196396bb92c1aa0e582ad93bfd397894fdebbed',
  );
  expect(stateOfRow(bareRow).toString('hex')).toBe(
    '1756d04ebd547440358192461db42add755ca7d8816601fa80523aa7014397ce',
  );
});

test('the error for an altered row has its name and gives no details', () => {
  expect(new IntegrityError()).toMatchObject({
    name: 'IntegrityError',
    message: 'Stored rows do not match the audit trail.',
  });
  expect(alterations).toEqual([new IntegrityError().name, new EncryptionError().name]);
});

test('only errors for altered, moved or restored values are alterations', () => {
  const errors = [new IntegrityError(), new EncryptionError(), new Error('other'), undefined];
  expect(errors.map(isAltered)).toEqual([true, true, false, false]);
});
