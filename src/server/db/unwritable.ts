/** SQL for the number of tables of Turnout that the user of the connection may not read and write; those of extensions are not ours. */
export const COUNT_UNWRITABLE = `(
  select count(*)::integer from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')))`;

/** What the owner of the tables has to do. */
export const grantWriting = (user: string): string =>
  `As their owner: grant select, insert, update, delete on all tables in schema public to "${user}".`;
