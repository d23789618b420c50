-- compatible-from: 0013
-- Versions from 0013 on run beside 0017 too, which does not say so: the function that it replaces gives the same values.
update data.schema_migration set compatible_from = '0013' where name like '0017-%';
