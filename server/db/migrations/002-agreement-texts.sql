-- Every text that was ever shown to applicants, unchanged (D30, D31). A consent names its text by version and hash, and this
-- table has the words. A server writes a text at its first start with it, and it never changes.

create table agreement_text (
  domain_key text not null,
  -- The name of an agreement, or of a disclosure text on the share-information screen.
  agreement text not null,
  version text not null,
  -- The SHA-256 of html, in hexadecimal.
  sha256 text not null,
  title text not null,
  -- The Markdown text and the values of its placeholders, from which the PDF and the page images can be made again.
  body text not null,
  placeholders jsonb not null,
  -- The exact text that was served to everyone.
  html text not null,
  first_seen_date_time timestamptz not null,
  primary key (domain_key, agreement, version)
);

-- Finds a text by the hash in the address of a page image or a PDF.
create index agreement_text_by_hash on agreement_text (domain_key, agreement, sha256);

create trigger agreement_text_is_append_only
  before update or delete or truncate on agreement_text
  for each statement execute function refuse_change();
