-- The sealed bytes of a document may be in a bucket (docs/decisions/document-store.md): then its row names the object. What a
-- build from before reads it still finds, as long as no bucket is set.
alter table document
  alter column content drop not null,
  add column content_object text,
  add column original_object text,
  -- Holds for all that was there, whose content was never null.
  add constraint document_is_somewhere check ((content is null) <> (content_object is null)) not valid,
  add constraint document_original_is_once check (original is null or original_object is null) not valid;

-- Objects that no row names: those that were put before their row, and those whose row has gone. Removed once they are due.
create table document_object (
  name text primary key,
  due_date_time timestamptz not null,
  -- Until when a node is removing it; none may name it in a row any more.
  lease_date_time timestamptz
);
create index document_object_due on document_object (due_date_time);

-- In the transaction of whoever takes a document away, by whichever statement.
create function note_unnamed_objects() returns trigger language plpgsql as $$
begin
  insert into document_object (name, due_date_time)
  select name, now() from unnest(array[old.content_object, old.original_object]) as name
  where name is not null
    and (tg_op = 'DELETE' or (name is distinct from new.content_object and name is distinct from new.original_object))
  on conflict (name) do nothing;
  return null;
end
$$;

create trigger document_leaves_objects
after delete or update of content_object, original_object on document
for each row when (old.content_object is not null or old.original_object is not null)
execute function note_unnamed_objects();
