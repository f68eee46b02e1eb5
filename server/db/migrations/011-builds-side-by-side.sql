-- The page's files of the current builds and of earlier ones (docs/decisions/assets-of-other-builds.md). Each node stores its
-- files when it starts. A node that gets a request for another build's file finds the file here.
create table page_asset (
  -- The name in the file's address, which includes the hash that the build adds.
  name text primary key,
  -- The content, compressed with brotli.
  body bytea not null,
  -- A keyed hash of name and body. Its key is not in the database, so write access to the rows isn't enough to put a script into
  -- the page.
  proof bytea not null,
  -- When a node whose build has this file last recorded that.
  used_date_time timestamptz not null
);

-- The programs that work with the tables after a migration (docs/decisions/migrations.md): those that have the migration
-- `works_with` or a newer one. The transaction of the migration writes the row.
create table migration_floor (
  name text primary key,
  works_with text not null
);
