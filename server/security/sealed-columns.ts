/**
 * How every column of every table is protected, and the places to which sealed values are bound (D62). The code doesn't compile
 * if a column is missing.
 *
 * - `sealed`: an envelope under the data key of its application
 * - `hashed`: a keyed hash, or a hash of 256 random bits, which can be looked up but not guessed
 * - `old`: readable personal data until 2026-11-23; no longer written, and emptied by `encryption seal`
 * - `open`: ids, times, states and texts that are the same for everyone; names of operators, whose acts the audit trail records
 */
import type { Tables } from '../db/tables.ts';
import type { Aad, RowPlace } from './sealing.ts';

type Kind = 'sealed' | 'hashed' | 'old' | 'open';

/** A table whose columns are all open. */
type OpenTable = 'open';

export const columns = {
  domain: 'open',
  provider: 'open',
  start_key: {
    id: 'open',
    key_hash: 'hashed',
    domain_key: 'open',
    store_id: 'open',
    create_date_time: 'open',
    expire_date_time: 'open',
    revoke_date_time: 'open',
    application_id: 'open',
    create_user_id: 'open',
    revoke_user_id: 'open',
    shared_device: 'open',
  },
  entity_key: 'open',
  session: {
    id: 'open',
    token_hash: 'hashed',
    domain_key: 'open',
    store_id: 'open',
    provider_id: 'open',
    start_key_id: 'open',
    entity_key: 'open',
    create_date_time: 'open',
    active_date_time: 'open',
    expire_date_time: 'open',
    end_date_time: 'open',
    end_type: 'open',
  },
  application: {
    id: 'open',
    session_id: 'open',
    domain_key: 'open',
    store_id: 'open',
    provider_id: 'open',
    status: 'open',
    version: 'open',
    create_date_time: 'open',
    update_date_time: 'open',
    create_user_id: 'open',
    submitted_date_time: 'open',
    reference_number: 'open',
    answers: 'old',
    sealed: 'sealed',
    disclosures: 'old',
    sections: 'old',
    data_key: 'sealed',
    audit_sequence: 'open',
    audit_hash: 'hashed',
    parts_hash: 'hashed',
  },
  personnel: {
    id: 'open',
    application_id: 'open',
    personnel_type: 'open',
    version: 'open',
    create_date_time: 'open',
    update_date_time: 'open',
    answers: 'old',
    sealed: 'sealed',
  },
  document: {
    id: 'open',
    application_id: 'open',
    document_type: 'open',
    file_name: 'old',
    content_type: 'open',
    size: 'open',
    sha256: 'open',
    content: 'sealed',
    create_date_time: 'open',
    update_date_time: 'open',
    disarmed: 'open',
    original_sha256: 'open',
    original: 'sealed',
    sealed: 'sealed',
    // The names of objects, whose bytes are sealed too.
    content_object: 'open',
    original_object: 'open',
  },
  document_object: 'open',
  agreement_opening: 'open',
  consent: {
    id: 'open',
    application_id: 'open',
    agreement: 'open',
    version: 'open',
    sha256: 'open',
    agreed: 'open',
    open_date_time: 'open',
    agreed_date_time: 'open',
    void_date_time: 'open',
    ip: 'old',
    user_agent: 'old',
    signer_name: 'old',
    signer: 'sealed',
  },
  agreement_text: 'open',
  submission: { application_id: 'open', snapshot: 'sealed', evidence: 'sealed', submit_date_time: 'open' },
  // Except the reasons within details, which `sealed-reasons.ts` seals.
  audit_event: 'open',
  outbox: 'open',
  outbox_lane: 'open',
  idempotent_answer: {
    session_id: 'open',
    path: 'open',
    key: 'open',
    body_hash: 'hashed',
    status: 'open',
    answer: 'sealed',
    create_date_time: 'open',
  },
  rate_limit: { bucket: 'hashed', window_date_time: 'open', count: 'open' },
  delivery_key: {
    kid: 'open',
    public_key: 'open',
    proof: 'hashed',
    private_key: 'sealed',
    create_date_time: 'open',
    create_user_id: 'open',
    begin_date_time: 'open',
    begin_user_id: 'open',
    end_date_time: 'open',
    revoke_date_time: 'open',
    revoke_user_id: 'open',
  },
  approval: {
    id: 'open',
    create_date_time: 'open',
    create_user_id: 'open',
    expire_date_time: 'open',
    sealed: 'sealed',
    approve_date_time: 'open',
    approve_user_id: 'open',
    approve_proof: 'hashed',
    use_date_time: 'open',
  },
  way_back: {
    id: 'open',
    application_id: 'open',
    kind: 'open',
    token_hash: 'hashed',
    repeat_hash: 'hashed',
    misses: 'open',
    create_date_time: 'open',
    due_date_time: 'open',
    end_date_time: 'open',
    sealed: 'sealed',
    address_hash: 'hashed',
    remind_date_time: 'open',
  },
  resume_code: {
    id: 'open',
    application_id: 'open',
    purpose: 'open',
    sealed: 'sealed',
    tries: 'open',
    expire_date_time: 'open',
  },
  page_asset: { name: 'open', body: 'open', proof: 'hashed', used_date_time: 'open' },
  installation: {
    id: 'open',
    hash_key: 'sealed',
    heads_date_time: 'open',
    heads_export_date_time: 'open',
    sessions_swept_date_time: 'open',
  },
} as const satisfies {
  readonly [Table in keyof Tables]: OpenTable | { readonly [Column in keyof Tables[Table]]: Kind };
};

/** The columns of an application that name a place. */
export interface Placed {
  readonly id: string;
  readonly domain_key: string;
}

/** Returns the place of the sealed content of an application's own row, or of a person's row. */
export function placeOf({ id, domain_key }: Placed, personId?: string): RowPlace {
  return {
    program: domain_key,
    application: id,
    table: personId === undefined ? 'application' : 'personnel',
    row: personId ?? id,
  };
}

/** Returns the place of one sealed value in a table that is not sealed by rows. */
export function placeIn<Table extends 'document' | 'consent' | 'submission' | 'way_back' | 'resume_code'>(
  table: Table,
  { id, domain_key }: Placed,
  row: string,
  field: keyof Tables[Table] & string,
): Aad {
  return { program: domain_key, application: id, table, row, field };
}
