-- What was not sent yet, pending or dead: the figures count it and the operator lists it, however much was sent before.
create index outbox_unsent on outbox (kind, create_date_time) where done_date_time is null;
