create table authentication.event (
  seq bigint primary key,
  at timestamptz not null,
  action text not null,
  actor_id uuid,
  subject text,
  -- json, not jsonb: the text is part of the hash and must come back as it was written
  before json,
  after json,
  address text,
  request_id text,
  hash bytea not null
);

create index event_by_subject on authentication.event (subject, seq);
create index event_by_actor on authentication.event (actor_id, seq);

-- The end of the chain. Locking this row puts the events of all servers in one order.
create table authentication.event_head (
  singleton boolean primary key default true check (singleton),
  seq bigint not null,
  hash bytea not null
);

insert into authentication.event_head (seq, hash) values (0, sha256('annals events'));

create function authentication.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The table % is append-only.', tg_table_name;
end
$$;

create trigger event_is_append_only before update or delete or truncate on authentication.event
  for each statement execute function authentication.refuse_change();
