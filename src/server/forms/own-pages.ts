import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

interface OwnPages {
  readonly hasOwnPages: boolean;
  readonly hasWaitingList: boolean;
}

/** Whether the mails of a series may have links to own pages, and say for what somebody waits. */
export async function readOwnPages(db: Db, seriesId: string | undefined): Promise<OwnPages> {
  const { rows } = await sql<OwnPages>`
    select own_pages as "hasOwnPages", ${HAS_WAITING_LIST} as "hasWaitingList" from forms as series where id = ${seriesId ?? null} and kind = 'series'`.execute(
    db,
  );
  return rows[0] ?? { hasOwnPages: false, hasWaitingList: false };
}

/** Whether one of the events of `series` has a waiting list. */
export const HAS_WAITING_LIST = sql<boolean>`
  exists (select from events where form_id = series.id and waiting_list <> 'off' and closes_when_full)`;
