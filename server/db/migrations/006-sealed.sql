-- All personal data is sealed (D62), and the audit trail is keyed and vouches for the rows (D32).

-- SHA-256 over what belongs to the application: its people, documents and newest consents, each by the tag of its
-- envelope. Null where a build from before this migration wrote the application last.
alter table application add column parts_hash bytea;

-- SHA-256 over the application's row as the event left it. Null in events from before, whose hash has no key either.
alter table audit_event add column state bytea;

-- The envelope of a document's file name; file_name is null then.
alter table document add column sealed jsonb;
alter table document alter column file_name drop not null;

-- The envelope of who gave a consent and from where; ip, user_agent and signer_name are null then.
alter table consent add column signer jsonb;

-- Of a consent three things may change: it is voided once, a purge or an erasure clears the signer, and what was stored
-- readable is sealed once.
drop trigger consent_is_append_only on consent;
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
    or (
      new.signer is not null and new.signer is distinct from old.signer
      and (old.signer is not null or coalesce(old.ip, old.user_agent, old.signer_name) is null)
    )
  )
  execute function refuse_change();

-- When the heads of the audit trails were last exported by themselves.
alter table installation add column heads_date_time timestamptz;
