-- Each word in the index begins with a key of its partition, so that a search meets the words of its own partition only.
-- Four characters of the partition's id, as wordKey makes them (search/lexemes.ts).
alter table data.head_search add column bytes integer;
drop index data.head_search_tsv_across_partitions;
update data.head_search s set bytes = v.bytes,
  tsv = replace(' ' || s.tsv::text, ' ''', ' ''' || encode(decode(right(s.partition_id::text, 6), 'hex'), 'base64'))::tsvector
from data.version v where v.partition_id = s.partition_id and v.seq = s.seq;
alter table data.head_search alter column bytes set not null;
create index head_search_tsv_across_partitions on data.head_search using gin (tsv);
