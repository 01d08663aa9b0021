/** SQL for the schema of our tables; where there are none yet, the first of the search path, in which they are made. */
export const OWN_SCHEMA = `coalesce(
  (select relnamespace::regnamespace from pg_class where oid = to_regclass('kysely_migration')), to_regnamespace(quote_ident(current_schema())))`;

/** SQL for the number of Turnout's tables, those of the owner of the list of migrations, that the user may not read and write. */
export const COUNT_UNWRITABLE = `(
  select count(*)::integer from pg_class
  where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p') and relname not like 'kysely%'
    and relowner = (select relowner from pg_class where oid = to_regclass('kysely_migration'))
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))`;

/** For a search_path whose schemas do not exist or may not be used. */
export const NO_SCHEMA = 'The search_path of the database user leads to no schema that this user may use';
export const GIVE_SCHEMA =
  'As the owner of the database: create the schema, grant create and usage on it, or take the setting back by alter role … reset search_path and alter database … reset search_path.';

/** What the owner of the tables has to do, also for those of later releases. */
export const grantWriting = (user: string): string =>
  `As their owner: grant select, insert, update, delete on all tables in schema public to "${user}"; alter default privileges in schema public grant select, insert, update, delete on tables to "${user}".`;
