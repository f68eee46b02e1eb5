-- The page's files of the builds that run and of those before them (docs/decisions/assets-of-other-builds.md): a node that is
-- asked for a file of another build finds it here. Written by each node at its start.
create table page_asset (
  -- As in its address, with the hash that the build gives it.
  name text primary key,
  -- Compressed by brotli.
  body bytea not null,
  -- Keyed hash of both, under a key that is not here: nobody who can only write rows can put a script into the page.
  proof bytea not null,
  -- When a node whose build has this file last said so.
  used_date_time timestamptz not null
);

-- Which programs go on working with tables that a migration has changed (docs/decisions/migrations.md): those that have the
-- migration `works_with`, or a newer one. Written in the transaction of the migration.
create table migration_floor (
  name text primary key,
  works_with text not null
);
