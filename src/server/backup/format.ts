import type pg from 'pg';
import { z } from 'zod';
import { OWN_SCHEMA } from '#server/db/table-rights.ts';

/** Gzipped text: a head in JSON; for each table its columns in JSON, its rows as `COPY` writes them and `\.`; at the end the numbers of rows, or it is incomplete. */
export const FORMAT = 1;
/** The line after a table's rows; `COPY` escapes backslashes, so no row can look like it. */
export const END_OF_ROWS = '\\.\n';

export const headSchema = z.object({ turnoutBackup: z.literal(FORMAT), takenAt: z.iso.datetime(), migrations: z.array(z.string()).min(1) });

export const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });

export const endSchema = z.object({ rows: z.record(z.string(), z.number()) });

export type BackupHead = z.infer<typeof headSchema>;

export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

interface ListedTable extends CarriedTable {
  readonly refersTo: readonly string[];
}

// Without unlogged tables, which a crash of the database empties anyway, and without the migrations, which the file's head lists.
const LIST_TABLES = `
  select table_.relname as name,
    (select json_agg(attname order by attnum) from pg_attribute
      where attrelid = table_.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select coalesce(json_agg(distinct other.relname), '[]') from pg_constraint join pg_class other on other.oid = confrelid
      where conrelid = table_.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
  from pg_class table_
  where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
    and relname not like 'kysely%'
  order by relname`;

/** The tables, each after those that it refers to. */
export async function listCarriedTables(client: pg.ClientBase): Promise<CarriedTable[]> {
  let left = (await client.query<ListedTable>(LIST_TABLES)).rows;
  const ordered: ListedTable[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const next = left.filter(({ refersTo }) => refersTo.every((name) => !names.has(name)));
    if (next.length === 0) throw new Error(`These tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered.map(({ name, columns }) => ({ name, columns }));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnList = ({ columns }: CarriedTable): string => columns.map(quoted).join(', ');

export const tableName = ({ name }: CarriedTable): string => quoted(name);
