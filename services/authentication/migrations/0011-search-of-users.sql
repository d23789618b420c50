-- One, two and three letters in a row of the search text, so that "contains" finds its rows by an index. Made by the
-- service; array indexes are in every PostgreSQL, the extension for trigrams is not.
alter table authentication.user_account add column search_grams text[] not null default '{}';
