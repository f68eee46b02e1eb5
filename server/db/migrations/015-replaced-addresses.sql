-- The mail that tells an address that the link to a draft now goes to another one (D55): a kind of its own among other mails.
create or replace function set_lane() returns trigger language plpgsql as $$
begin
  new.lane := case
    when new.kind = 'code' then 'code'
    when new.kind in ('mail', 'link', 'replaced') then 'mail'
    else 'delivery:' || (select provider_id from application where id = new.application_id)
  end;
  return new;
end
$$;
