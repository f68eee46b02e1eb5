-- The first tables. Runs on PostgreSQL 15 and later, and on PGlite.
--
-- Ids are UUIDv7 made in code. Times are timestamptz. A column named sealed, snapshot, content or answer (of an
-- idempotent answer) holds envelopes of encrypted values only (D36, D42). An application row is never deleted:
-- a draft's erasure (D28) and a purge (D38) empty it and delete its personnel, documents and submission.

-- Programs and their bank. Upserted from the program folders at every start (D20).

create table domain (
  id uuid primary key,
  domain_key text not null unique,
  name text not null,
  theme_key text not null,
  terms_url text not null,
  store_id text not null,
  asset_location text not null,
  create_date_time timestamptz not null,
  update_date_time timestamptz not null
);

create table provider (
  id uuid primary key,
  provider_id text not null unique,
  name text not null,
  full_name text not null,
  abbrev text not null,
  create_date_time timestamptz not null,
  update_date_time timestamptz not null
);

-- Who is applying: start keys (D22) and sessions (D23). Only keyed hashes of keys and tokens are kept.

create table start_key (
  id uuid primary key,
  key_hash bytea not null unique,
  domain_key text not null,
  store_id text not null,
  create_date_time timestamptz not null,
  expire_date_time timestamptz not null,
  revoke_date_time timestamptz,
  -- The submitted application it served; it serves one.
  application_id uuid
);

create table session (
  -- The web session id.
  id uuid primary key,
  token_hash bytea not null unique,
  domain_key text not null,
  store_id text not null,
  provider_id text not null,
  start_key_id uuid references start_key (id),
  entity_key text,
  create_date_time timestamptz not null,
  active_date_time timestamptz not null,
  -- The absolute end; the idle end follows from active_date_time and the program's timers.
  expire_date_time timestamptz not null,
  end_date_time timestamptz,
  end_type text,
  check ((end_date_time is null) = (end_type is null))
);

-- The sweeper looks for sessions that nobody ended (D28).
create index session_unended on session (active_date_time) where end_date_time is null;

-- The installation's own key for keyed hashes, wrapped like a data key.

create table installation (
  id integer primary key check (id = 1),
  hash_key jsonb not null
);

-- The application and what belongs to it.

create table application (
  id uuid primary key,
  session_id uuid not null unique references session (id),
  domain_key text not null,
  store_id text not null,
  provider_id text not null,
  status text not null check (
    status in (
      'draft', 'submitted', 'pending', 'approved', 'declined', 'cancelled', 'timed_out', 'expired', 'withdrawn'
    )
  ),
  version integer not null default 1,
  create_date_time timestamptz not null,
  update_date_time timestamptz not null,
  create_user_id text not null,
  submitted_date_time timestamptz,
  reference_number text unique,
  answers jsonb not null default '{}',
  sealed jsonb not null default '{}',
  disclosures jsonb not null default '{}',
  sections jsonb not null default '{}',
  -- The application's data key, wrapped. Null once purged: what it sealed is then gone for good.
  data_key jsonb,
  -- The head of the audit chain: a trail whose end was cut off no longer reaches it (D32).
  audit_sequence integer not null,
  audit_hash bytea not null
);

-- The operator's lists page by key.
create index application_by_time on application (create_date_time, id);

alter table start_key add foreign key (application_id) references application (id);

create table personnel (
  id uuid primary key,
  application_id uuid not null references application (id) on delete cascade,
  personnel_type text not null check (personnel_type in ('applicant', 'owner', 'authorized_user')),
  version integer not null default 1,
  create_date_time timestamptz not null,
  update_date_time timestamptz not null,
  answers jsonb not null default '{}',
  sealed jsonb not null default '{}'
);

create index personnel_of_application on personnel (application_id);
create unique index personnel_one_applicant on personnel (application_id) where personnel_type = 'applicant';

create table document (
  id uuid primary key,
  application_id uuid not null references application (id) on delete cascade,
  document_type text not null,
  file_name text not null,
  content_type text not null,
  -- Size in bytes and SHA-256 in hex of the file itself, not of its envelope.
  size integer not null,
  sha256 text not null,
  content bytea not null,
  create_date_time timestamptz not null,
  update_date_time timestamptz not null
);

-- Documents are encrypted, so compressing them only costs time.
alter table document alter column content set storage external;

create index document_of_application on document (application_id);

-- Evidence of consent (D31).

create table agreement_opening (
  number bigint generated always as identity primary key,
  session_id uuid not null references session (id) on delete cascade,
  agreement text not null,
  version text not null,
  sha256 text not null,
  open_date_time timestamptz not null
);

create index agreement_opening_of_session on agreement_opening (session_id, agreement, open_date_time);

create table consent (
  id uuid primary key,
  application_id uuid not null references application (id),
  agreement text not null,
  version text not null,
  sha256 text not null,
  agreed boolean not null,
  -- Null where nothing is opened to be read, as on the share-information screen.
  open_date_time timestamptz,
  -- When it was agreed to, or taken back.
  agreed_date_time timestamptz not null,
  void_date_time timestamptz,
  ip text,
  user_agent text,
  signer_name text
);

-- The newest row of an agreement counts; ids sort by time.
create index consent_of_application on consent (application_id, agreement, id);

create table submission (
  application_id uuid primary key references application (id) on delete cascade,
  snapshot jsonb not null,
  evidence jsonb not null,
  submit_date_time timestamptz not null
);

-- The audit trail: a hash chain per application (D32).

create table audit_event (
  application_id uuid not null references application (id),
  sequence integer not null check (sequence > 0),
  type text not null,
  detail jsonb not null default '{}',
  create_date_time timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (application_id, sequence)
);

-- Mail and deliveries still to be sent (D33, D34, D42).

create table outbox (
  id uuid primary key,
  kind text not null,
  application_id uuid not null references application (id),
  payload jsonb not null default '{}',
  create_date_time timestamptz not null,
  run_date_time timestamptz not null,
  attempts integer not null default 0,
  -- Until when, and by which worker, the row is taken.
  lease_date_time timestamptz,
  lease_by text,
  done_date_time timestamptz,
  dead_date_time timestamptz,
  last_error text
);

create index outbox_due on outbox (run_date_time) where done_date_time is null and dead_date_time is null;
create index outbox_of_application on outbox (application_id);

-- Answers kept for 24 h, so that a repeated POST gets the first one again.

create table idempotent_answer (
  session_id uuid not null references session (id) on delete cascade,
  path text not null,
  key text not null,
  body_hash bytea not null,
  -- Null while the first call is still running.
  status integer,
  answer jsonb,
  create_date_time timestamptz not null,
  primary key (session_id, path, key)
);

create index idempotent_answer_by_time on idempotent_answer (create_date_time);

-- Shared limits: one row per bucket, counted by one upsert (D47).

create table rate_limit (
  bucket text primary key,
  window_date_time timestamptz not null,
  count integer not null
);

-- Evidence stays as it was written. An audit event never changes. Of a consent only two things may: it is voided
-- once, and a purge or an erasure clears who and where (ip, user agent, name). A database owner can switch a
-- trigger off: the hash chain is what proves that nobody did.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_event_is_append_only
  before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

create trigger consent_is_not_deleted
  before delete or truncate on consent
  for each statement execute function refuse_change();

create trigger consent_is_append_only
  before update on consent
  for each row
  when (
    (new.id, new.application_id, new.agreement, new.version, new.sha256, new.agreed)
      is distinct from (old.id, old.application_id, old.agreement, old.version, old.sha256, old.agreed)
    or (new.open_date_time, new.agreed_date_time) is distinct from (old.open_date_time, old.agreed_date_time)
    or (old.void_date_time is not null and new.void_date_time is distinct from old.void_date_time)
    or (new.ip is not null and new.ip is distinct from old.ip)
    or (new.user_agent is not null and new.user_agent is distinct from old.user_agent)
    or (new.signer_name is not null and new.signer_name is distinct from old.signer_name)
  )
  execute function refuse_change();
