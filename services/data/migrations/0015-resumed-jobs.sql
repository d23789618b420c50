-- whoever resumed the job last, and by whose rights it goes on
alter table data.job
  add column resumed_date timestamptz,
  add column resumed_user_id uuid,
  add column resumed_user_name text;
