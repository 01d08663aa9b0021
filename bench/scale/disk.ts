import type { Finding } from '../support/figures.ts';
import { openQuietly } from '../support/open-quietly.ts';
import { countSignUps } from '../support/stored-rows.ts';

const MB = 1_000_000;
const SMALL_MB = 1;

/** The tables that grow with sign-ups and their indexes, largest first; `name` says which table is meant. */
const SIZES = `
  select case when index_name is null then table_name || ', rows' else index_name end as name, size
  from (
    select relname as table_name, null as index_name, pg_table_size(oid) as size from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    union all
    select null, indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
  ) as relation
  order by size desc`;

/** The disk space of each million sign-ups, relation by relation. */
export async function sizeOfMillion(url: string): Promise<Finding[]> {
  const { pool, close } = openQuietly(url);
  const { rows: sizes } = await pool.query<{ name: string; size: string | number }>(SIZES);
  const millions = (await countSignUps(pool)) / MB;
  await close();
  const megabytes = sizes.map(({ name, size }) => ({ name, size: Number(size) / MB / millions }));
  return [
    { what: 'disk of 1,000,000 sign-ups', figure: megabytes.reduce((sum, { size }) => sum + size, 0), unit: 'MB' },
    ...megabytes.filter(({ size }) => size > SMALL_MB).map(({ name, size }): Finding => ({ what: `  ${name}`, figure: size, unit: 'MB' })),
  ];
}
