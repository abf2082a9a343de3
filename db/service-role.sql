-- What a service needs whose database user is not the one that migrates: rows, and nothing of the schema. Run it as the
-- owner of the database, who migrates, with `--set role=NAME`, for a role that is there; later migrations need nothing more.
grant usage on schema public to :"role";
grant select, insert, update, delete on all tables in schema public to :"role";
grant usage, select on all sequences in schema public to :"role";
alter default privileges in schema public grant select, insert, update, delete on tables to :"role";
alter default privileges in schema public grant usage, select on sequences to :"role";
