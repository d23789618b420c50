-- Members whose names are known before they have called this service. Who has not called it is no user of it yet, and no
-- owner who could take over a partition.
alter table data.data_user add column has_called boolean not null default true;
