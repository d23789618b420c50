-- The scope of a role has the name that its API and the console use. Nothing released reads the old one.
alter table authentication.role rename column reach to scope;
alter table authentication.role rename constraint role_reach_check to role_scope_check;
alter table authentication.role_version rename column reach to scope;
