-- What the operator's command line works with (D35).

-- Its list of applications, newest first, pages by key under each of its filters.
create index application_by_status on application (status, create_date_time, id);
create index application_by_program on application (domain_key, create_date_time, id);
create index application_by_store on application (store_id, create_date_time, id);

create index outbox_dead on outbox (id) where dead_date_time is not null;

-- Who issued a start key, and who revoked it.
alter table start_key add column create_user_id text;
alter table start_key add column revoke_user_id text;

-- Entity keys beside those of the program folders (D22).
create table entity_key (
  domain_key text not null,
  key text not null,
  store_id text not null,
  create_date_time timestamptz not null,
  create_user_id text not null,
  primary key (domain_key, key)
);
