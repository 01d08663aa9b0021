import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Db } from '#server/db/connection.ts';

/** Makes every read of a series fail, as when the database is down, until the end of the test. */
export async function makeSeriesUnreadable(db: Db): Promise<void> {
  await sql`
    create function refuse() returns boolean language plpgsql as 'begin raise exception using errcode = ''57P03''; end'`.execute(db);
  await sql`alter table forms rename to forms_out_of_reach`.execute(db);
  await sql`create view forms as select * from forms_out_of_reach where refuse()`.execute(db);
  onTestFinished(async () => {
    await sql`drop view forms`.execute(db);
    await sql`alter table forms_out_of_reach rename to forms`.execute(db);
    await sql`drop function refuse()`.execute(db);
  });
}
