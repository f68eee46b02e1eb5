-- Requests of one operator to see data, which another operator approves, in programs that require two people for that (D35).

create table approval (
  id uuid primary key,
  create_date_time timestamptz not null,
  create_user_id text not null,
  -- After this time, the request can be neither approved nor used.
  expire_date_time timestamptz not null,
  -- The sealed request: the data to see, and the reason.
  sealed jsonb not null,
  approve_date_time timestamptz,
  approve_user_id text,
  -- A keyed hash of the id and both operators, which proves that this program recorded the approval.
  approve_proof text,
  use_date_time timestamptz
);

create index approval_by_time on approval (expire_date_time);
