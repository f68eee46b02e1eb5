-- What signs deliveries (D33). The private half is wrapped like a data key, and erased once another key signs.

create table delivery_key (
  -- The thumbprint of the public half (RFC 7638).
  kid text primary key,
  public_key jsonb not null,
  -- A keyed hash of kid: that this installation made the key.
  proof text not null,
  private_key jsonb,
  create_date_time timestamptz not null,
  create_user_id text not null,
  begin_date_time timestamptz,
  begin_user_id text,
  end_date_time timestamptz,
  revoke_date_time timestamptz,
  revoke_user_id text,
  check ((end_date_time is null) = (private_key is not null)),
  check (revoke_date_time is null or end_date_time is not null)
);

-- One signs, and one at most waits to sign.
create unique index delivery_key_signing on delivery_key ((begin_date_time is null)) where end_date_time is null;
