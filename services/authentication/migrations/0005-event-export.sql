-- How far the audit log was sent to who watches it from outside (OTLP). One server at a time sends, and goes on from here.
create table authentication.event_export (
  singleton boolean primary key default true check (singleton),
  -- the last event that was taken
  seq bigint not null,
  holder uuid,
  held_until timestamptz
);
insert into authentication.event_export (seq) values (0);
