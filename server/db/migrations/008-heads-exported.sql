-- When the audit heads were last exported successfully. heads_date_time only determines when the next export is due.
alter table installation add column heads_export_date_time timestamptz;
