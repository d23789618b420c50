-- compatible-from: 0007
-- How long the last response of the receiver took, in milliseconds; null if it has not been tried yet.
alter table authentication.event_webhook add column response_ms integer;
