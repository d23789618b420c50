-- One, two and three letters in a row of a text, so that "contains" finds its rows by an index. Array indexes are in
-- every PostgreSQL, the extension for trigrams is not. The cost keeps the planner from asking it of row after row.
create function authentication.grams_of(searched text) returns text[]
  language sql immutable strict parallel safe cost 10000 as $$
  select array(select distinct substr(searched, i, n)
    from generate_series(1, 3) n, generate_series(1, length(searched) - n + 1) i)
$$;

create index user_account_by_grams on authentication.user_account
  using gin (authentication.grams_of(search_text)) with (fastupdate = off);
