/**
 * Declares how every column of every table is protected (D62). If a column is missing here, `npm run check` fails.
 *
 * - `sealed`: an envelope under the data key of its application
 * - `hashed`: a keyed hash, or a hash of 256 random bits, which can be looked up but not guessed
 * - `old`: readable personal data until 2026-11-23; no longer written, and emptied by `encryption seal`
 * - `open`: ids, times, states, texts that are the same for everyone, and names of operators, whose acts the audit trail records
 */
import { expect, test } from 'vitest';
import type { Tables } from '../db/tables.ts';
import { placeIn, placeOf } from './sealed-columns.ts';

type Kind = 'sealed' | 'hashed' | 'old' | 'open';

const kind =
  <K extends Kind>(name: K) =>
  <Column extends string>(...columns: Column[]) =>
    Object.fromEntries(columns.map((column) => [column, name])) as Record<Column, K>;
const [sealed, hashed, old, open] = [kind('sealed'), kind('hashed'), kind('old'), kind('open')];

/** How each column is protected. If a whole table is marked `open`, all of its columns are open. */
const columns = {
  domain: 'open',
  provider: 'open',
  start_key: {
    ...hashed('key_hash'),
    ...open('id', 'domain_key', 'store_id', 'create_date_time', 'expire_date_time', 'revoke_date_time'),
    ...open('application_id', 'create_user_id', 'revoke_user_id', 'shared_device'),
  },
  entity_key: 'open',
  session: {
    ...hashed('token_hash'),
    ...open('id', 'domain_key', 'store_id', 'provider_id', 'start_key_id', 'entity_key'),
    ...open('create_date_time', 'active_date_time', 'expire_date_time', 'end_date_time', 'end_type'),
  },
  application: {
    ...sealed('sealed', 'data_key'),
    ...hashed('audit_hash', 'parts_hash'),
    ...old('answers', 'disclosures', 'sections'),
    ...open('id', 'session_id', 'domain_key', 'store_id', 'provider_id', 'status', 'version'),
    ...open('create_date_time', 'update_date_time', 'create_user_id', 'submitted_date_time'),
    ...open('reference_number', 'audit_sequence'),
  },
  personnel: {
    ...sealed('sealed'),
    ...old('answers'),
    ...open('id', 'application_id', 'personnel_type', 'version', 'create_date_time', 'update_date_time'),
  },
  document: {
    ...sealed('content', 'original', 'sealed'),
    ...old('file_name'),
    ...open('id', 'application_id', 'document_type', 'content_type', 'size', 'sha256', 'original_sha256'),
    ...open('create_date_time', 'update_date_time', 'disarmed'),
    // These columns contain names of bucket objects. The objects' bytes are encrypted.
    ...open('content_object', 'original_object'),
  },
  document_object: 'open',
  agreement_opening: 'open',
  consent: {
    ...sealed('signer'),
    ...old('ip', 'user_agent', 'signer_name'),
    ...open('id', 'application_id', 'agreement', 'version', 'sha256', 'agreed'),
    ...open('open_date_time', 'agreed_date_time', 'void_date_time'),
  },
  agreement_text: 'open',
  submission: { ...sealed('snapshot', 'evidence'), ...open('application_id', 'submit_date_time') },
  // The only encrypted values here are operators' reasons in `detail`, which `sealed-reasons.ts` encrypts.
  audit_event: 'open',
  outbox: 'open',
  outbox_lane: 'open',
  idempotent_answer: {
    ...sealed('answer'),
    ...hashed('body_hash'),
    ...open('session_id', 'path', 'key', 'status', 'create_date_time'),
  },
  rate_limit: { ...hashed('bucket'), ...open('window_date_time', 'count') },
  delivery_key: {
    ...sealed('private_key'),
    ...hashed('proof'),
    ...open('kid', 'public_key', 'create_date_time', 'create_user_id', 'begin_date_time', 'begin_user_id'),
    ...open('end_date_time', 'revoke_date_time', 'revoke_user_id'),
  },
  approval: {
    ...sealed('sealed'),
    ...hashed('approve_proof'),
    ...open('id', 'create_date_time', 'create_user_id', 'expire_date_time'),
    ...open('approve_date_time', 'approve_user_id', 'use_date_time'),
  },
  way_back: {
    ...sealed('sealed'),
    ...hashed('token_hash', 'repeat_hash', 'address_hash'),
    ...open('id', 'application_id', 'kind', 'misses', 'create_date_time', 'due_date_time'),
    ...open('end_date_time', 'remind_date_time'),
  },
  resume_code: {
    ...sealed('sealed'),
    ...open('id', 'application_id', 'purpose', 'tries', 'expire_date_time'),
  },
  page_asset: { ...hashed('proof'), ...open('name', 'body', 'used_date_time') },
  installation: {
    ...sealed('hash_key'),
    ...open('id', 'heads_date_time', 'heads_export_date_time', 'sessions_swept_date_time'),
  },
} satisfies {
  readonly [Table in keyof Tables]: 'open' | { readonly [Column in keyof Tables[Table]]: Kind };
};

// The compiler checks that every column is listed above.
test('every column with personal data of a person is sealed, or empty in new rows', () => {
  expect(columns.personnel).toMatchObject({ sealed: 'sealed', answers: 'old' });
});

test('the places of sealed values never change, because stored values are bound to them', () => {
  const application = { id: 'application-1', domain_key: 'demo' };
  const place = { program: 'demo', application: 'application-1' };
  expect(placeOf(application)).toEqual({ ...place, table: 'application', row: 'application-1' });
  expect(placeOf(application, 'person-1')).toEqual({ ...place, table: 'personnel', row: 'person-1' });
  expect(placeIn('consent', application, 'consent-1', 'signer')).toEqual({
    ...place,
    table: 'consent',
    row: 'consent-1',
    field: 'signer',
  });
});
