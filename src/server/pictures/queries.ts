import type { Db } from '#server/db/connection.ts';

/** A picture as it is served. */
export interface PictureFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Where a picture is served; `:id` for the route. */
export const picturePath = (id: string): string => `/assets/pictures/${id}`;

/** The picture with this digest, in hexadecimal digits. */
export const findPicture = (db: Db, id: string): Promise<PictureFile | undefined> =>
  db.selectFrom('pictures').select(['type', 'bytes']).where('sha256', '=', Buffer.from(id, 'hex')).executeTakeFirst();
