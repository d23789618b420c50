-- compatible-from: 0013
-- How long the last response of the receiver took, in milliseconds; null if it has not been tried yet.
alter table data.webhook add column response_ms integer;
