import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import type { Adapter, AdapterPayload, JWK } from 'oidc-provider';

/** The others (codes, interactions, access tokens) last minutes, and are lost at a restart. */
const STORED_MODELS = new Set(['Session', 'Grant', 'RefreshToken']);

interface StoredRecord {
  model: string;
  id: string;
  payload: AdapterPayload;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

interface Contents {
  signingKey: JWK;
  cookieKey: string;
  records: StoredRecord[];
}

/** Keys and sessions of the local identity, in one file, so that a restart signs nobody out. */
export type LocalStore = Awaited<ReturnType<typeof openLocalStore>>;

async function newContents(): Promise<Contents> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const signingKey = { ...(await exportJWK(privateKey)), kty: 'EC', alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') };
  return { signingKey, cookieKey: randomBytes(32).toString('base64url'), records: [] };
}

function isContents(value: unknown): value is Contents {
  if (typeof value !== 'object' || value === null) return false;
  return 'signingKey' in value && 'cookieKey' in value && 'records' in value && Array.isArray(value.records);
}

async function readContents(file: string): Promise<Contents> {
  try {
    const contents: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isContents(contents)) return contents;
  } catch {
    // There is no file yet, or a full disk has cut it off: people have to sign in again.
  }
  return newContents();
}

function adapterOf(model: string, records: Map<string, StoredRecord>, save: () => void): Adapter {
  const keyOf = (id: string): string => `${model}:${id}`;
  const find = (matches: (payload: AdapterPayload, id: string) => boolean): AdapterPayload | undefined => {
    const isWanted = (record: StoredRecord) =>
      record.model === model && record.expiresAt > Date.now() && matches(record.payload, record.id);
    return records.values().find(isWanted)?.payload;
  };
  const remove = (matches: (record: StoredRecord) => boolean): void => {
    for (const [key, record] of records) if (matches(record)) records.delete(key);
    save();
  };
  return {
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + expiresIn * 1_000;
      records.set(keyOf(id), { model, id, payload, expiresAt });
      remove((record) => record.expiresAt <= Date.now());
    },
    find: async (id) => find((_payload, itsId) => itsId === id),
    findByUid: async (uid) => find((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = records.get(keyOf(id))?.payload;
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      save();
    },
    destroy: async (id) => remove((record) => record.model === model && record.id === id),
    revokeByGrantId: async (grantId) => remove((record) => record.model === model && record.payload.grantId === grantId),
  };
}

/** Opens the store in `dataDir`; `onError` is called when the file cannot be written, and sign-in then works from memory. */
export async function openLocalStore(dataDir: string, onError: (error: unknown) => void) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'local-identity.json');
  const { signingKey, cookieKey, records: stored } = await readContents(file);
  const records = new Map(stored.map((record) => [`${record.model}:${record.id}`, record]));
  /** Replaces the file as a whole, so that a crash leaves either the old contents or the new ones. */
  async function write(): Promise<void> {
    const lasting = [...records.values()].filter(({ model, expiresAt }) => STORED_MODELS.has(model) && expiresAt > Date.now());
    await writeFile(`${file}.new`, JSON.stringify({ signingKey, cookieKey, records: lasting }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  let saved = Promise.resolve();
  const save = (): void => {
    saved = saved.then(write).catch(onError);
  };
  save();
  await saved;
  await chmod(file, 0o600).catch(onError);
  return { signingKey, cookieKey, adapter: (model: string) => adapterOf(model, records, save), close: async () => saved };
}
