import type { ColumnType, Generated, InsertObject, Selectable } from 'kysely';
import type { Status } from '../../api/status.ts';
import type { DocumentContentType } from '../../form/limits/document-limits.ts';
import type { PersonnelType } from '../../form/people/people.ts';

/** The value of a jsonb column. It must be an object, because the driver would send an array as a PostgreSQL array. */
export type JsonObject = { readonly [key: string]: unknown };

/** An encrypted text: format version, data key's id, nonce, tag and ciphertext. The nonce, tag and ciphertext are in base64. */
export type Envelope = Readonly<{ v: 1; k: string; n: string; t: string; c: string }>;

/** All encrypted values of a row in one envelope. `r`, the row's version at the time of encryption, is authenticated. */
export type RowEnvelope = Omit<Envelope, 'v'> & { readonly v: 2; readonly r: number };

/**
 * A wrapped data key. `id`: the data key's id. `c`: the wrapped data key in base64. `k`: the id of the key that wraps it. A data
 * key from before 2026-11-23 is an `Envelope` with an id.
 */
export type WrappedKey =
  | { readonly id: string; readonly v: 2; readonly k: string; readonly c: string }
  | (Envelope & { readonly id: string });

type JsonWithDefault = ColumnType<JsonObject, JsonObject | undefined, JsonObject>;

/** The tables that `migrations/` creates, with their columns in the same order. Ids are UUIDv7s, and bigints are numbers. */
export type Tables = {
  domain: {
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
  provider: {
    id: string;
    provider_id: string;
    name: string;
    full_name: string;
    abbrev: string;
    create_date_time: Date;
    update_date_time: Date;
  };
  start_key: {
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
  entity_key: {
    domain_key: string;
    key: string;
    store_id: string;
    create_date_time: Date;
    create_user_id: string;
  };
  session: {
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
  application: {
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
  personnel: {
    id: string;
    application_id: string;
    personnel_type: PersonnelType;
    version: Generated<number>;
    create_date_time: Date;
    update_date_time: Date;
    answers: JsonWithDefault;
    sealed: JsonWithDefault;
  };
  document: {
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
  document_object: {
    name: string;
    due_date_time: Date;
    lease_date_time: Date | null;
  };
  agreement_opening: {
    number: ColumnType<number, never, never>;
    session_id: string;
    agreement: string;
    version: string;
    sha256: string;
    open_date_time: Date;
    application_id: string | null;
  };
  consent: {
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
  agreement_text: {
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
  submission: {
    application_id: string;
    snapshot: Envelope;
    evidence: Envelope;
    submit_date_time: Date;
  };
  audit_event: {
    application_id: string;
    sequence: number;
    type: string;
    detail: JsonWithDefault;
    create_date_time: Date;
    previous_hash: Buffer;
    hash: Buffer;
    state: Buffer | null;
  };
  outbox: {
    id: string;
    kind: string;
    /** The job's queue, which a trigger sets. Null only for jobs that were finished before queues existed. */
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
  outbox_lane: {
    lane: string;
    retry_date_time: Date;
  };
  idempotent_answer: {
    session_id: string;
    path: string;
    key: string;
    body_hash: Buffer;
    status: number | null;
    answer: Envelope | null;
    create_date_time: Date;
  };
  rate_limit: {
    bucket: string;
    window_date_time: Date;
    count: number;
  };
  installation: {
    id: number;
    hash_key: WrappedKey;
    heads_date_time: Date | null;
    heads_export_date_time: Date | null;
    sessions_swept_date_time: Date | null;
  };
  delivery_key: {
    kid: string;
    public_key: JsonObject;
    /** Proves that this installation made the key. Write access to the database isn't enough to forge the proof. */
    proof: string;
    /** The wrapped private half of the key. Null once the key no longer signs or was revoked. */
    private_key: WrappedKey | null;
    create_date_time: Date;
    create_user_id: string;
    /** When the key began to sign. Null while the key waits to sign. */
    begin_date_time: Date | null;
    begin_user_id: string | null;
    end_date_time: Date | null;
    revoke_date_time: Date | null;
    revoke_user_id: string | null;
  };
  approval: {
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
  way_back: {
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
  resume_code: {
    id: string;
    application_id: string;
    purpose: 'address' | 'link';
    sealed: Envelope | null;
    tries: Generated<number>;
    expire_date_time: Date;
  };
  page_asset: {
    name: string;
    body: Buffer;
    proof: Buffer;
    used_date_time: Date;
  };
};

/** A row as a query returns it. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** A row to insert. Each column takes a value or an SQL expression. */
export type NewRow<Table extends keyof Tables> = InsertObject<Tables, Table>;
