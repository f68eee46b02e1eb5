-- Resume tokens (D55): with a token, someone can continue a draft whose session has ended. Its secret is stored only as a hash.
create table way_back (
  id uuid primary key,
  application_id uuid not null references application (id),
  kind text not null,
  token_hash bytea not null unique,
  -- The hash of the last secret that opened the draft and of the Idempotency-Key of that call. Both together open the draft
  -- again, because the response may have been lost, but only until the new session is used.
  repeat_hash bytea,
  -- The number of tries that opened no draft.
  misses integer not null default 0,
  create_date_time timestamptz not null,
  -- When to check whether the token has expired. It expires no earlier, and later if an answer was stored since.
  due_date_time timestamptz not null,
  end_date_time timestamptz,
  -- Set only in an open email token: the sealed address for its emails, and a keyed hash of the address for its limit.
  sealed jsonb,
  address_hash text,
  -- When the email was queued that warns that one day is left.
  remind_date_time timestamptz,
  unique (application_id, kind)
);

create index way_back_repeat on way_back (repeat_hash) where repeat_hash is not null;

-- For the sweep's query of each minute, so its cost doesn't grow with the number of drafts.
create index way_back_due on way_back (due_date_time) where end_date_time is null;

-- The newest code of each purpose that was or will be sent. The code itself is not stored: it is computed from the id with a key
-- that is not in the database. A code for `address` proves that the person can read an address. A code for `link` opens the draft
-- together with the link.
create table resume_code (
  id uuid primary key,
  application_id uuid not null references application (id),
  purpose text not null,
  -- The sealed address for the purpose `address`. A code for `link` goes to the email token's address.
  sealed jsonb,
  tries integer not null default 0,
  expire_date_time timestamptz not null,
  unique (application_id, purpose)
);

-- Whether the key is for a device that many people use. Drafts that are begun with it get no device token.
alter table start_key add column shared_device boolean not null default false;

-- The application for which the text was opened, so that the opening also counts in a session that resumes it. Null in older
-- rows.
alter table agreement_opening add column application_id uuid references application (id);
create index agreement_opening_of_application on agreement_opening (application_id, agreement);
