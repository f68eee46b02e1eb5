-- Finds the pending and dead jobs that the metrics count and the operator lists, however many jobs were sent before.
create index outbox_unsent on outbox (kind, create_date_time) where done_date_time is null;
