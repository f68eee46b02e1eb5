-- Each job waits in a lane: codes, other mails, and what goes to each provider have lanes of their own, so that one receiver
-- that hangs holds up nobody else's. Set here, because a node of the build before does not know of lanes.

alter table outbox add column lane text;

create function set_lane() returns trigger language plpgsql as $$
begin
  new.lane := case
    when new.kind = 'code' then 'code'
    when new.kind in ('mail', 'link') then 'mail'
    else 'delivery:' || (select provider_id from application where id = new.application_id)
  end;
  return new;
end
$$;

create trigger outbox_has_a_lane before insert on outbox for each row execute function set_lane();

-- What was sent already needs none.
update outbox set lane = case
  when kind = 'code' then 'code'
  when kind in ('mail', 'link') then 'mail'
  else 'delivery:' || (select provider_id from application where id = application_id)
end
where done_date_time is null;

-- When an operator last asked for a lane to be tried at once.
create table outbox_lane (
  lane text primary key,
  retry_date_time timestamptz not null
);
