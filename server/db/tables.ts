/**
 * One type per table of `migrations/`, with its columns in the same order. Times are `Date`, ids are UUIDv7 strings (`uuid.ts`),
 * `bytea` is `Buffer`, bigints are numbers.
 */

import type { ColumnType, Generated } from 'kysely';
import type { Status } from '../../api/status.ts';
import type { DocumentContentType } from '../../form/limits/document-limits.ts';
import type { PersonnelType } from '../../form/people/people.ts';

/**
 * A jsonb column's value: an object, never a bare array, which the driver would send as a PostgreSQL array. The table's queries
 * file casts it to its real type.
 */
export type JsonObject = { readonly [key: string]: unknown };

/** A sealed text: format version, data key's id, nonce, tag, ciphertext. The last three are base64. */
export type Envelope = {
  readonly v: 1;
  readonly k: string;
  readonly n: string;
  readonly t: string;
  readonly c: string;
};

/** All sealed values of a row in one envelope. `r` is the row's version when it was sealed, and is authenticated. */
export type RowEnvelope = Omit<Envelope, 'v'> & { readonly v: 2; readonly r: number };

/**
 * A stored data key: `id` is its own id, `k` the id of the wrapping key, `c` the wrapped key in base64. Keys from before
 * 2026-11-23 are envelopes.
 */
export type WrappedKey =
  | { readonly id: string; readonly v: 2; readonly k: string; readonly c: string }
  | (Envelope & { readonly id: string });
type JsonWithDefault = ColumnType<JsonObject, JsonObject | undefined, JsonObject>;

type DomainTable = {
  id: string;
  domain_key: string;
  name: string;
  theme_key: string;
  terms_url: string;
  store_id: string;
  asset_location: string;
  create_date_time: Date;
  update_date_time: Date;
};

type ProviderTable = {
  id: string;
  provider_id: string;
  name: string;
  full_name: string;
  abbrev: string;
  create_date_time: Date;
  update_date_time: Date;
};

type StartKeyTable = {
  id: string;
  key_hash: Buffer;
  domain_key: string;
  store_id: string;
  create_date_time: Date;
  expire_date_time: Date;
  revoke_date_time: Date | null;
  application_id: string | null;
  create_user_id: string | null;
  revoke_user_id: string | null;
  shared_device: Generated<boolean>;
};

type EntityKeyTable = {
  domain_key: string;
  key: string;
  store_id: string;
  create_date_time: Date;
  create_user_id: string;
};

type SessionTable = {
  id: string;
  token_hash: Buffer;
  domain_key: string;
  store_id: string;
  provider_id: string;
  start_key_id: string | null;
  entity_key: string | null;
  create_date_time: Date;
  active_date_time: Date;
  expire_date_time: Date;
  end_date_time: Date | null;
  end_type: string | null;
};

type ApplicationTable = {
  id: string;
  session_id: string;
  domain_key: string;
  store_id: string;
  provider_id: string;
  status: Status;
  version: Generated<number>;
  create_date_time: Date;
  update_date_time: Date;
  create_user_id: string;
  submitted_date_time: Date | null;
  reference_number: string | null;
  answers: JsonWithDefault;
  sealed: JsonWithDefault;
  disclosures: JsonWithDefault;
  sections: JsonWithDefault;
  data_key: WrappedKey | null;
  audit_sequence: number;
  audit_hash: Buffer;
  parts_hash: Buffer | null;
};

type InstallationTable = {
  id: number;
  hash_key: WrappedKey;
  heads_date_time: Date | null;
  heads_export_date_time: Date | null;
  sessions_swept_date_time: Date | null;
};

type DeliveryKeyTable = {
  kid: string;
  public_key: JsonObject;
  proof: string;
  private_key: WrappedKey | null;
  create_date_time: Date;
  create_user_id: string;
  begin_date_time: Date | null;
  begin_user_id: string | null;
  end_date_time: Date | null;
  revoke_date_time: Date | null;
  revoke_user_id: string | null;
};

type PersonnelTable = {
  id: string;
  application_id: string;
  personnel_type: PersonnelType;
  version: Generated<number>;
  create_date_time: Date;
  update_date_time: Date;
  answers: JsonWithDefault;
  sealed: JsonWithDefault;
};

type DocumentTable = {
  id: string;
  application_id: string;
  document_type: string;
  file_name: string | null;
  content_type: DocumentContentType;
  size: number;
  sha256: string;
  content: Buffer | null;
  create_date_time: Date;
  update_date_time: Date;
  disarmed: Generated<boolean>;
  original_sha256: string | null;
  original: Buffer | null;
  sealed: Envelope | null;
  content_object: string | null;
  original_object: string | null;
};

type DocumentObjectTable = {
  name: string;
  due_date_time: Date;
  lease_date_time: Date | null;
};

type AgreementOpeningTable = {
  number: ColumnType<number, never, never>;
  session_id: string;
  agreement: string;
  version: string;
  sha256: string;
  open_date_time: Date;
  application_id: string | null;
};

type ResumeTokenTable = {
  id: string;
  application_id: string;
  kind: 'device' | 'email';
  token_hash: Buffer;
  repeat_hash: Generated<Buffer | null>;
  misses: Generated<number>;
  create_date_time: Date;
  due_date_time: Date;
  end_date_time: Date | null;
  sealed: Envelope | null;
  address_hash: string | null;
  remind_date_time: Date | null;
};

type ResumeCodeTable = {
  id: string;
  application_id: string;
  purpose: 'address' | 'link';
  sealed: Envelope | null;
  tries: Generated<number>;
  expire_date_time: Date;
};

type ConsentTable = {
  id: string;
  application_id: string;
  agreement: string;
  version: string;
  sha256: string;
  agreed: boolean;
  open_date_time: Date | null;
  agreed_date_time: Date;
  void_date_time: Date | null;
  ip: string | null;
  user_agent: string | null;
  signer_name: string | null;
  signer: Envelope | null;
};

type AgreementTextTable = {
  domain_key: string;
  agreement: string;
  version: string;
  sha256: string;
  title: string;
  body: string;
  placeholders: JsonObject;
  html: string;
  first_seen_date_time: Date;
};

type SubmissionTable = {
  application_id: string;
  snapshot: Envelope;
  evidence: Envelope;
  submit_date_time: Date;
};

type AuditEventTable = {
  application_id: string;
  sequence: number;
  type: string;
  detail: JsonWithDefault;
  create_date_time: Date;
  previous_hash: Buffer;
  hash: Buffer;
  state: Buffer | null;
};

type OutboxTable = {
  id: string;
  kind: string;
  /** Set by the database. Null for jobs from before there were queues. */
  lane: Generated<string | null>;
  application_id: string;
  payload: JsonWithDefault;
  create_date_time: Date;
  run_date_time: Date;
  attempts: Generated<number>;
  lease_date_time: Date | null;
  lease_by: string | null;
  done_date_time: Date | null;
  dead_date_time: Date | null;
  last_error: string | null;
};

type OutboxLaneTable = {
  lane: string;
  retry_date_time: Date;
};

type IdempotentAnswerTable = {
  session_id: string;
  path: string;
  key: string;
  body_hash: Buffer;
  status: number | null;
  answer: Envelope | null;
  create_date_time: Date;
};

type RateLimitTable = {
  bucket: string;
  window_date_time: Date;
  count: number;
};

type ApprovalTable = {
  id: string;
  create_date_time: Date;
  create_user_id: string;
  expire_date_time: Date;
  sealed: RowEnvelope;
  approve_date_time: Date | null;
  approve_user_id: string | null;
  approve_proof: string | null;
  use_date_time: Date | null;
};

type PageAssetTable = {
  name: string;
  body: Buffer;
  proof: Buffer;
  used_date_time: Date;
};

/** Every table, for `Kysely<Tables>`. */
export type Tables = {
  domain: DomainTable;
  provider: ProviderTable;
  start_key: StartKeyTable;
  entity_key: EntityKeyTable;
  session: SessionTable;
  application: ApplicationTable;
  personnel: PersonnelTable;
  document: DocumentTable;
  document_object: DocumentObjectTable;
  agreement_opening: AgreementOpeningTable;
  consent: ConsentTable;
  agreement_text: AgreementTextTable;
  submission: SubmissionTable;
  audit_event: AuditEventTable;
  outbox: OutboxTable;
  outbox_lane: OutboxLaneTable;
  idempotent_answer: IdempotentAnswerTable;
  rate_limit: RateLimitTable;
  installation: InstallationTable;
  delivery_key: DeliveryKeyTable;
  approval: ApprovalTable;
  way_back: ResumeTokenTable;
  resume_code: ResumeCodeTable;
  page_asset: PageAssetTable;
};
