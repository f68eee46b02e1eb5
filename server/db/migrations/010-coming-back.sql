-- Coming back (D55): what lets somebody continue a draft whose session is over. Its secret is kept as a hash alone.
create table way_back (
  id uuid primary key,
  application_id uuid not null references application (id),
  kind text not null,
  token_hash bytea not null unique,
  -- Tries that opened no draft.
  misses integer not null default 0,
  create_date_time timestamptz not null,
  -- When to see whether its time is over; not sooner, and later where an answer was stored since.
  due_date_time timestamptz not null,
  end_date_time timestamptz,
  unique (application_id, kind)
);

-- What the sweeper asks each minute, however many drafts are kept.
create index way_back_due on way_back (due_date_time) where end_date_time is null;

-- A key for a device that many people use: what is begun with it has no way back on the device.
alter table start_key add column shared_device boolean not null default false;

-- An opening belongs to the application, so that it counts in the session that continues it. Null in older rows.
alter table agreement_opening add column application_id uuid references application (id);
create index agreement_opening_of_application on agreement_opening (application_id, agreement);
