-- What a service needs whose database user is not the one that migrates: rows, and nothing of the schema. Run it as the
-- owner of the database, who migrates, with `--set role=NAME`, for a role that is there; later migrations need nothing more.
grant usage on schema public to :"role";
grant select, insert, update, delete on all tables in schema public to :"role";
grant usage, select on all sequences in schema public to :"role";
alter default privileges in schema public grant select, insert, update, delete on tables to :"role";
alter default privileges in schema public grant usage, select on sequences to :"role";
-- To see whether all migrations are done.
create schema if not exists drizzle;
grant usage on schema drizzle to :"role";
grant select on all tables in schema drizzle to :"role";
alter default privileges in schema drizzle grant select on tables to :"role";
