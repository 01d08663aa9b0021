import { sql } from 'kysely';
import type { Db } from '#server/db/connection.ts';

export interface PictureFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Where a picture is served; `:id` for the route. */
export const picturePath = (id: string): string => `/assets/pictures/${id}`;

/** The picture with this digest, in hexadecimal digits. */
export const findPicture = (db: Db, id: string): Promise<PictureFile | undefined> =>
  db.selectFrom('pictures').select(['type', 'bytes']).where('sha256', '=', Buffer.from(id, 'hex')).executeTakeFirst();

/** The sizes of pictures in pixels, by their digests in hexadecimal digits, except unknown ones. */
export const listPictureSizes = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('pictures')
    .select([sql<string>`encode(sha256, 'hex')`.as('id'), 'width', 'height'])
    .where(sql<boolean>`sha256 = any(${ids.map((id) => Buffer.from(id, 'hex'))}::bytea[])`)
    .execute();
