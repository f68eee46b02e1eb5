-- Coming back (D55): what lets somebody continue a draft whose session is over. Its secret is kept as a hash alone.
create table way_back (
  id uuid primary key,
  application_id uuid not null references application (id),
  kind text not null,
  token_hash bytea not null unique,
  -- Of the secret that opened the draft last and the Idempotency-Key of that call: both together open it again as long as the
  -- session that it led to is not used, because the response may have been lost.
  repeat_hash bytea,
  -- Tries that opened no draft.
  misses integer not null default 0,
  create_date_time timestamptz not null,
  -- When to see whether its time is over; not sooner, and later where an answer was stored since.
  due_date_time timestamptz not null,
  end_date_time timestamptz,
  -- Of a way by email alone, while it is open: where its mails go, sealed, and a keyed hash of the address for its limit.
  sealed jsonb,
  address_hash text,
  -- When the mail was queued that says that a day is left.
  remind_date_time timestamptz,
  unique (application_id, kind)
);

create index way_back_repeat on way_back (repeat_hash) where repeat_hash is not null;

-- What the sweeper asks each minute, however many drafts are kept.
create index way_back_due on way_back (due_date_time) where end_date_time is null;

-- A code that was sent, or is about to be: the newest of its purpose alone. The code itself is kept nowhere, being made of the
-- id under a key that is not here. `address`: it shows that an address is the person's; `link`: with the link it opens the draft.
create table resume_code (
  id uuid primary key,
  application_id uuid not null references application (id),
  purpose text not null,
  -- The address of purpose `address`, sealed; a code for a link goes to that of the way.
  sealed jsonb,
  tries integer not null default 0,
  expire_date_time timestamptz not null,
  unique (application_id, purpose)
);

-- A key for a device that many people use: what is begun with it has no way back on the device.
alter table start_key add column shared_device boolean not null default false;

-- An opening belongs to the application, so that it counts in the session that continues it. Null in older rows.
alter table agreement_opening add column application_id uuid references application (id);
create index agreement_opening_of_application on agreement_opening (application_id, agreement);
