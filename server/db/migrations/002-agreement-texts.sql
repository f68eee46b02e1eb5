-- Every text that was ever shown to applicants, as it was (D30, D31): a consent names its version and its hash, and
-- this is where both lead back to the words. Written when a server first starts with the text, and never changed.

create table agreement_text (
  domain_key text not null,
  -- An agreement, or a disclosure text of the share-information screen.
  agreement text not null,
  version text not null,
  -- SHA-256 of html in hexadecimal.
  sha256 text not null,
  title text not null,
  -- Markdown, and what its placeholders stood for: the PDF and the page images are made of these again.
  body text not null,
  placeholders jsonb not null,
  -- The very text that was served to everyone.
  html text not null,
  first_seen_date_time timestamptz not null,
  primary key (domain_key, agreement, version)
);

-- The address of a page image or a PDF names a text by its hash.
create index agreement_text_by_hash on agreement_text (domain_key, agreement, sha256);

create trigger agreement_text_is_append_only
  before update or delete or truncate on agreement_text
  for each statement execute function refuse_change();
