import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Cover } from '#contract/forms/cover.ts';
import type { StoredPicture } from '#contract/pictures.ts';
import { type PictureFault, readPicture } from '#contract/rules/picture-header.ts';
import { PICTURE_FAULTS, UPLOAD_AGAIN } from '#contract/texts/pictures.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { AppError, invalid } from '#server/errors.ts';

const PARTS_MAX = 2_000;
const PIXELS_MIN = 16;
const PIXELS_MAX = 2_400;
const UNNAMED_MAX = 200;
const DELETED_AT_ONCE = 500;
const DAY_S = 86_400;

/** The digests that settings name. */
const NAMED = sql`
  select decode(named.value, 'hex') from forms, jsonb_each_text(cover) as named where named.key in ('large', 'small')`;

const refused = (fault: PictureFault): AppError => invalid([{ path: 'picture', message: PICTURE_FAULTS[fault] }]);

const isInRange = (pixels: number): boolean => pixels >= PIXELS_MIN && pixels <= PIXELS_MAX;

/** @throws AppError `too_many` while this many pictures are named by nothing, which the worker deletes after a day */
async function checkUnnamed(db: Db): Promise<void> {
  const { rows } = await sql`select from pictures where sha256 not in (${NAMED}) limit ${UNNAMED_MAX}`.execute(db);
  if (rows.length < UNNAMED_MAX) return;
  throw new AppError('too_many', 'Too many uploaded pictures are not used yet. Please try again tomorrow.', { retryAfterSeconds: DAY_S });
}

/**
 * Stores what shows the picture of a JPEG or PNG, and nothing else of the file; never unpacked, so that no picture can be a bomb.
 * @throws AppError `invalid` for what is no such picture, or `too_many`
 */
export async function storePicture(db: Db, file: Uint8Array): Promise<StoredPicture> {
  const picture = readPicture(file, PARTS_MAX);
  if (typeof picture === 'string') throw refused(picture);
  const { type, width, height, parts } = picture;
  if (type === 'image/webp') throw refused('unknown');
  if (!isInRange(width) || !isInRange(height)) throw refused('unreadable');
  await checkUnnamed(db);
  const bytes = Buffer.concat(parts);
  const sha256 = createHash('sha256').update(bytes).digest();
  await db
    .insertInto('pictures')
    .values({ sha256, type, width, height, bytes })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ at: sql`now()` }))
    .execute();
  return { id: sha256.toString('hex'), type, width, height };
}

/**
 * Keeps the pictures of a cover from being deleted until this transaction, which names them in a setting, has ended.
 * @throws AppError `invalid` at `cover` when one no longer exists
 */
export async function keepCover(tx: Tx, cover: Cover | null | undefined): Promise<void> {
  if (!cover) return;
  const digests = [...new Set([cover.large, cover.small])].map((id) => Buffer.from(id, 'hex'));
  // In the order of their digests, as other edits lock them.
  const { rows } = await sql`
    with named as (select sha256 from pictures where sha256 = any(${digests}::bytea[]) order by sha256 for update)
    update pictures set at = now() from named where pictures.sha256 = named.sha256 returning pictures.sha256`.execute(tx);
  if (rows.length < digests.length) throw invalid([{ path: 'cover', message: UPLOAD_AGAIN }]);
}

/** Deletes pictures that nothing names, a day after they were uploaded or last named by an edit. @returns how many */
export const purgePictures = (db: Db): Promise<number> =>
  deleteInBatches(db, {
    table: 'pictures',
    where: sql<boolean>`at < now() - interval '1 day' and sha256 not in (${NAMED})`,
    by: 'sha256',
    max: DELETED_AT_ONCE,
  });
