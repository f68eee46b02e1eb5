-- Each job waits in a queue, called a lane. There is one for codes, one for other emails, and one per provider, so a receiver
-- that hangs doesn't delay the others. A trigger sets the lane, because nodes of the previous build don't set it.

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

-- Only unsent jobs need a lane.
update outbox set lane = case
  when kind = 'code' then 'code'
  when kind in ('mail', 'link') then 'mail'
  else 'delivery:' || (select provider_id from application where id = application_id)
end
where done_date_time is null;

-- When an operator last requested that a lane be tried at once.
create table outbox_lane (
  lane text primary key,
  retry_date_time timestamptz not null
);
