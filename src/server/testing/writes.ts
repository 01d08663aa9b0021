import type { Db } from '#server/db/connection.ts';
import { notifyNobody } from '#server/live/notice.ts';
import { type Actor, SERVER, type Write, write, type ZonedDeps } from '#server/write.ts';

/** The member of staff that the test server uses for `staff`. */
export const ADA: Actor = { kind: 'staff', email: 'ada@example.com', name: 'Ada Marsh' };

/** The dependencies of writes, on a server that sends mail. */
export const writesTo = ({ db }: { readonly db: Db }): ZonedDeps => ({
  db,
  notify: notifyNobody,
  canMail: true,
  config: { timeZone: 'Europe/London' },
});

/** Runs something that only writes may do. */
export const inWrite = <T>(db: Db, work: (w: Write) => Promise<T>, by: Actor = SERVER): Promise<T> => write(writesTo({ db }), by, work);
