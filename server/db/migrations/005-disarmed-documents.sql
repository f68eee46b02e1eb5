-- The stored file of a document is one that this program has redrawn (D61). A PDF uploaded before this migration is redrawn
-- before it is next served or delivered. Pictures were always redrawn.

alter table document
  add column disarmed boolean not null default false,
  -- The SHA-256 of the uploaded file, in hexadecimal. Null until the document is disarmed, and for pictures from before this
  -- migration.
  add column original_sha256 text,
  -- The uploaded file, sealed, if the program wants it delivered in addition to the redrawn one.
  add column original bytea;

alter table document alter column original set storage external;

update document set disarmed = true where content_type <> 'application/pdf';
