-- The least that stores time-versioned objects: a row for each version, one for the newest version of each object with the
-- words of its text, and one for each reference. Filled with 40,000 objects of five versions in 20 partitions.
create schema floor;

-- About 1 kB: ten values, twelve words out of 800 and a filler; with $3 lines of an order, 120 bytes and four values each.
create function floor.document(o integer, v integer, lines integer) returns jsonb
  language sql immutable parallel safe as $$
  select jsonb_build_object(
    'name', 'object ' || o, 'state', (array['draft', 'open', 'closed', 'void'])[1 + o % 4], 'owner', 4711 + o % 97,
    'tag', 't' || o % 4096, 'revision', v, 'amount', (o::bigint * 7919 + v) % 100000, 'urgent', o % 3 = 0,
    'place', 'hall ' || o % 31,
    'text', (select string_agg('w' || lpad((abs(hashint8extended(o * 31 + i, v)) % 800)::text, 4, '0'), ' ')
      from generate_series(1, 12) i),
    'filler', (select string_agg(md5((o * 97 + v * 13 + i)::text), '') from generate_series(1, 20) i))
    || case when lines = 0 then '{}' else jsonb_build_object('lines', (select jsonb_agg(jsonb_build_object(
      'product', 'p' || (o + i) % 5000, 'quantity', i, 'price', (o * 7 + i * 13) % 10000,
      'note', md5((o * 89 + i)::text) || ' ' || md5((v * 17 + i)::text))) from generate_series(1, lines) i)) end $$;

-- The words of each partition apart, so that a search meets no others.
create function floor.words(part integer, document jsonb) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', replace(document ->> 'text', 'w', 'p' || part || 'w')) $$;

create table floor.version (
  part integer not null, object integer not null, v integer not null, type text not null,
  at timestamptz not null default clock_timestamp(), data jsonb not null,
  primary key (part, object, v));
create table floor.head (
  part integer not null, object integer not null, v integer not null, type text not null,
  at timestamptz not null, data jsonb not null, words tsvector not null,
  primary key (part, object));
create table floor.reference (
  part integer not null, target integer not null, source integer not null,
  primary key (part, target, source));

insert into floor.version
  select o % 20, o, v, (array['ACCOUNT', 'ORDER', 'PERSON', 'ASSET', 'NOTE'])[1 + o / 20 % 5],
    '2024-01-01Z'::timestamptz + (o * 5 + v) * interval '1 second', floor.document(o, v, $LINES)
  from generate_series(0, 39999) o, generate_series(1, 5) v;
insert into floor.head
  select part, object, v, type, at, data, floor.words(part, data) from floor.version where v = 5;
-- All but the first 200 objects of a partition refer to one of those.
insert into floor.reference
  select part, object / 20 % 200 * 20 + part, object from floor.head where object >= 4000;

create index version_at on floor.version (part, object, at desc);
create index version_recent on floor.version (part, at desc);
create index head_type on floor.head (part, type, object);
create index head_words on floor.head using gin (words);
