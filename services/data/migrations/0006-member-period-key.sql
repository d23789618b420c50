-- A table that lies on several machines needs a key by which they know its rows. It has the columns of the index.
alter table data.member_period add primary key (partition_id, user_id, given_date);
drop index data.member_period_by_user;
