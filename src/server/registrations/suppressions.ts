import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, hasRows, type Tx } from '#server/db/connection.ts';
import { TOKEN_PATHS } from '#server/tokens/access-token.ts';

const KEY_BYTES = 32;
const DIGEST_BYTES = 32;
/** With the digest 66 characters of base64url, the last a letter: mail programs leave a hyphen or underscore at the end out of a link. */
const SIGNATURE_BYTES = 17;

/** What is stored for an address that must not get marketing emails. */
export const addressDigest = (emailKey: string): Buffer => hash('sha256', emailKey, 'buffer');

/** The same for `submission`, in SQL. */
export const ADDRESS_DIGEST = sql<Buffer>`sha256(convert_to(submission.email_key, 'UTF8'))`;

async function readKey(db: Db): Promise<Buffer> {
  const find = async () => db.selectFrom('unsubscribe_key').select('key').executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found.key;
  const key = randomBytes(KEY_BYTES);
  await sql`insert into unsubscribe_key (key) values (${key}) on conflict do nothing`.execute(db);
  return (await find())?.key ?? key;
}

const signatureOf = (key: Buffer, digest: Buffer): Buffer => createHmac('sha256', key).update(digest).digest().subarray(0, SIGNATURE_BYTES);

/** The page on which the person unsubscribes, the same for all mails to the address. */
export async function unsubscribeUrl(db: Db, eventsServerUrl: string, emailKey: string): Promise<string> {
  const digest = addressDigest(emailKey);
  const token = Buffer.concat([digest, signatureOf(await readKey(db), digest)]).toString('base64url');
  return `${eventsServerUrl}${TOKEN_PATHS.unsubscribe}${token}`;
}

/** The digest in a token with our signature; undefined for any other text. */
export async function digestOfUnsubscribe(db: Db, token: string): Promise<Buffer | undefined> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== DIGEST_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined;
  const digest = bytes.subarray(0, DIGEST_BYTES);
  return timingSafeEqual(bytes.subarray(DIGEST_BYTES), signatureOf(await readKey(db), digest)) ? digest : undefined;
}

export const isSuppressed = (db: Db, digest: Buffer): Promise<boolean> => hasRows(db)`select from suppressions where digest = ${digest}`;

/** The person asks for no more marketing emails; twice is the same as once. */
export async function unsubscribe(tx: Tx, digest: Buffer): Promise<void> {
  await sql`insert into suppressions (digest, reason) values (${digest}, 'unsubscribed') on conflict do nothing`.execute(tx);
}

/** The person wants marketing emails again, whoever stopped them. */
export async function subscribeAgain(tx: Tx, digest: Buffer): Promise<void> {
  await tx.deleteFrom('suppressions').where('digest', '=', digest).execute();
}
