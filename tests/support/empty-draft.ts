/**
 * Provides a draft of the demo program without answers, and the arguments for functions that change drafts without a database.
 */
import { createSecretKey } from 'node:crypto';
import type { ApplicationRecord } from '../../server/applications/application-record.ts';
import type { ApplicationRow } from '../../server/db/queries/applications.ts';
import { loadPrograms } from '../../server/programs/programs.ts';
import type { StoreKeys } from '../../server/security/installation-key.ts';
import { testSettings } from './test-server.ts';

const loaded = await loadPrograms(testSettings('/nowhere').programsDir);
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const found = loaded.programs.all.find(({ domainKey }) => domainKey === 'demo');
if (!found) throw new Error('There is no demo program.');
export const program = found;

export const key = { id: 'AAAAAAAAAAA', key: createSecretKey(Buffer.alloc(32, 7)) };
export const keys = { auditKey: createSecretKey(Buffer.alloc(32, 8)) } as StoreKeys;
export const [begun, now] = [new Date('2026-11-24T09:00:00.000Z'), new Date('2026-11-24T09:10:00.000Z')];
export const context = { program, now, keys };
export const from = { ip: '192.0.2.7', userAgent: 'Firefox' };

/** A draft without answers. */
export const empty: ApplicationRecord = {
  row: {
    id: '00000000-0000-7000-8000-000000000001',
    session_id: '00000000-0000-4000-8000-000000000002',
    domain_key: 'demo',
    store_id: '10000002',
    provider_id: 'quillbrook',
    status: 'draft',
    version: 1,
    create_date_time: begun,
    update_date_time: begun,
    create_user_id: 'applicant',
    submitted_date_time: null,
    reference_number: null,
    answers: {},
    sealed: { v: 2 },
    disclosures: {},
    sections: {},
    data_key: { id: key.id },
    audit_sequence: 1,
    audit_hash: Buffer.alloc(32),
    parts_hash: null,
  } as unknown as ApplicationRow,
  key,
  answers: {},
  disclosures: {},
  sections: {},
  earlier: {},
  personnel: [],
  documents: [],
  consents: [],
};
