import { sql } from 'kysely';
import type { SeriesMails } from '#contract/registrations/registration-calls.ts';
import type { Db } from '#server/db/connection.ts';
import { HAS_WAITING_LIST } from '#server/registrations/places.ts';

type OwnPages = Pick<SeriesMails, 'self_service' | 'has_waiting_list'>;

/** Whether the mails of a series may have links to own pages, and say for what somebody waits. */
export async function readOwnPages(db: Db, seriesId: string | undefined): Promise<OwnPages> {
  const { rows } = await sql<OwnPages>`
    select self_service, ${HAS_WAITING_LIST} as has_waiting_list from forms as series where id = ${seriesId ?? null} and kind = 'series'`.execute(
    db,
  );
  return rows[0] ?? { self_service: false, has_waiting_list: false };
}
