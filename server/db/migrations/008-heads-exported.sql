-- When an export of the audit heads was last whole: heads_date_time is only when the next one is due.
alter table installation add column heads_export_date_time timestamptz;
