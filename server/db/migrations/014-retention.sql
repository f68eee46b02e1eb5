-- What is deleted once its time is over (D38).

-- Up to which end sessions were looked at whether they may be deleted.
alter table installation add column sessions_swept_date_time timestamptz;

-- An erased draft holds nothing of anybody, only that it was and what happened. After 90 days at least its rows may go, the
-- trail with them: no others, whoever asks, and only by the function below, which runs as the owner of the tables.

create function refuse_unless_forgotten() returns trigger language plpgsql as $$
begin
  if exists (
    select from application
    where id = old.application_id and status in ('cancelled', 'timed_out', 'expired')
      and submitted_date_time is null and data_key is null and update_date_time < now() - interval '90 days'
  ) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

drop trigger audit_event_is_append_only on audit_event;
create trigger audit_event_is_append_only
  before update or truncate on audit_event
  for each statement execute function refuse_change();
create trigger audit_event_is_kept
  before delete on audit_event
  for each row execute function refuse_unless_forgotten();

drop trigger consent_is_not_deleted on consent;
create trigger consent_is_not_truncated
  before truncate on consent
  for each statement execute function refuse_change();
create trigger consent_is_kept
  before delete on consent
  for each row execute function refuse_unless_forgotten();

-- Deletes drafts that were erased before a moment, the oldest first, and returns how many.
create function forget_drafts(before timestamptz, most integer) returns integer
language plpgsql security definer set search_path from current as $$
declare
  drafts uuid[];
  sessions uuid[];
begin
  drafts := array(
    select id from application
    where status in ('cancelled', 'timed_out', 'expired') and create_date_time < before
      and submitted_date_time is null and data_key is null
      and update_date_time < least(before, now() - interval '90 days')
    order by create_date_time limit most for update skip locked
  );
  sessions := array(
    select session_id from application where id = any(drafts)
    union select session_id from agreement_opening where application_id = any(drafts)
  );
  delete from resume_code where application_id = any(drafts);
  delete from way_back where application_id = any(drafts);
  delete from outbox where application_id = any(drafts);
  delete from agreement_opening where application_id = any(drafts);
  delete from consent where application_id = any(drafts);
  delete from audit_event where application_id = any(drafts);
  delete from application where id = any(drafts);
  delete from session where id = any(sessions) and end_date_time is not null
    and not exists (select from application where session_id = session.id);
  return cardinality(drafts);
end
$$;
revoke all on function forget_drafts(timestamptz, integer) from public;
