import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Cover, Speaker, Theme } from '#contract/forms/public-face.ts';
import { LOGO_MAX_BYTES, type StoredPicture } from '#contract/pictures.ts';
import { type PictureFault, readPicture } from '#contract/rules/picture-header.ts';
import { PICTURE_FAULTS } from '#contract/texts/pictures.ts';
import { type Db, hasRows, rowsOf, type Tx } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { AppError, invalid } from '#server/errors.ts';
import { type Actor, write, type WriteDeps } from '#server/write.ts';

const PARTS_MAX = 2_000;
const PIXELS_MIN = 16;
const PIXELS_MAX = 2_400;
const UNNAMED_MAX = 200;
const DELETED_PER_STATEMENT = 500;
const DAY_S = 86_400;
const LOGO_INPUT = 'theme.logo';

/** The digests that settings name. */
const NAMED = sql`
  select decode(named.id, 'hex') from forms, lateral (
    values (cover ->> 'large'), (cover ->> 'small'), (theme ->> 'logo')
    union all select speaker ->> 'picture' from jsonb_array_elements(speakers) as speaker
  ) as named (id) where named.id is not null`;

const refused = (fault: PictureFault): AppError => invalid([{ path: 'picture', message: PICTURE_FAULTS[fault] }]);

const isInRange = (pixels: number): boolean => pixels >= PIXELS_MIN && pixels <= PIXELS_MAX;

/** @throws AppError `too_many` while this many pictures are named by nothing, which the worker deletes after a day */
async function checkUnnamed(db: Db): Promise<void> {
  if (!(await hasRows(db)`select from pictures where sha256 not in (${NAMED}) offset ${UNNAMED_MAX - 1} limit 1`)) return;
  throw new AppError('too_many', 'Too many uploaded pictures are not used yet. Please try again tomorrow.', { retryAfterSeconds: DAY_S });
}

/** Stores what shows the picture of a JPEG or PNG; never unpacked, so that none can be a bomb. @throws AppError `invalid` for no such picture, or `too_many` */
export async function storePicture(deps: WriteDeps, by: Actor, file: Uint8Array): Promise<StoredPicture> {
  const picture = readPicture(file, PARTS_MAX);
  if (typeof picture === 'string') throw refused(picture);
  const { type, width, height, parts } = picture;
  if (type === 'image/webp') throw refused('unknown');
  if (!isInRange(width) || !isInRange(height)) throw refused('unreadable');
  const bytes = Buffer.concat(parts);
  const sha256 = createHash('sha256').update(bytes).digest();
  await write(deps, by, async (w) => {
    await checkUnnamed(w);
    w.did({ about: { type: 'picture', id: sha256.toString('hex'), title: '' } });
    await w
      .insertInto('pictures')
      .values({ sha256, type, width, height, bytes })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ at: sql`now()` }))
      .execute();
  });
  return { id: sha256.toString('hex'), type, width, height };
}

/** Settings that name pictures; undefined where they are not sent. */
interface PictureSettings {
  readonly cover?: Cover | null | undefined;
  readonly theme?: Theme | null | undefined;
  readonly speakers?: readonly Speaker[] | undefined;
}

/** The pictures that settings name, each with the input it is chosen at. */
const namedIn = ({ cover, theme, speakers = [] }: PictureSettings) =>
  [
    { path: 'cover', id: cover?.large },
    { path: 'cover', id: cover?.small },
    { path: LOGO_INPUT, id: theme?.logo },
    ...speakers.map(({ picture }, index) => ({ path: `speakers.${index}.picture`, id: picture })),
  ].flatMap(({ path, id }) => (id ? [{ path, id }] : []));

/** Keeps pictures until this transaction, which names them in settings, has ended. @throws AppError `invalid` where one no longer exists, or a logo is too heavy for mails */
export async function keepPictures(tx: Tx, settings: PictureSettings): Promise<void> {
  const named = namedIn(settings);
  if (named.length === 0) return;
  const digests = [...new Set(named.map(({ id }) => id))].map((id) => Buffer.from(id, 'hex'));
  // In the order of their digests, as other edits lock them.
  const rows = await rowsOf<{ id: string; size: number }>(tx)`
    with named as (select sha256 from pictures where sha256 = any(${digests}::bytea[]) order by sha256 for update)
    update pictures set at = now() from named where pictures.sha256 = named.sha256
    returning encode(pictures.sha256, 'hex') as id, length(bytes) as size`;
  const sizes = new Map(rows.map(({ id, size }) => [id, size]));
  const gone = named.filter(({ id }) => !sizes.has(id));
  const heavy = named.filter(({ path, id }) => path === LOGO_INPUT && (sizes.get(id) ?? 0) > LOGO_MAX_BYTES);
  const errors = [
    ...gone.map(({ path }) => ({ path, message: 'Please upload the picture again' })),
    ...heavy.map(({ path }) => ({ path, message: 'Please choose a logo of at most 30 kB' })),
  ];
  if (errors.length > 0) throw invalid(errors.filter(({ path }, index) => errors.findIndex((error) => error.path === path) === index));
}

/** Deletes pictures that nothing names, a day after they were uploaded or last named by an edit. @returns how many */
export const purgePictures = (db: Db): Promise<number> =>
  deleteInBatches(db, {
    table: 'pictures',
    where: sql<boolean>`at < now() - interval '1 day' and sha256 not in (${NAMED})`,
    by: 'sha256',
    max: DELETED_PER_STATEMENT,
  });
