-- What one operator asks to see and another one approves, where the program asks for four eyes (D35).

create table approval (
  id uuid primary key,
  create_date_time timestamptz not null,
  create_user_id text not null,
  -- Neither approved nor used after it.
  expire_date_time timestamptz not null,
  -- The envelope of what is asked for, and why.
  sealed jsonb not null,
  approve_date_time timestamptz,
  approve_user_id text,
  -- A keyed hash of the id and both operators: that it was approved by this program.
  approve_proof text,
  use_date_time timestamptz
);

create index approval_by_time on approval (expire_date_time);
