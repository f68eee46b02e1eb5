-- What is kept of a document is drawn by us (D61). A PDF that came before is drawn before it is next served or
-- delivered; pictures always were.

alter table document
  add column disarmed boolean not null default false,
  -- SHA-256 in hex of the file as it came. Null of a picture that came before, and of what is not disarmed yet.
  add column original_sha256 text,
  -- The file as it came, sealed, where the program wants it delivered beside ours.
  add column original bytea;

alter table document alter column original set storage external;

update document set disarmed = true where content_type <> 'application/pdf';
