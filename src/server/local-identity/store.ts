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
export interface LocalStore {
  signingKey: JWK;
  cookieKey: string;
  /** A view of the store for one of the provider's models. */
  adapter: (model: string) => Adapter;
  /** Waits for the last write. */
  close: () => Promise<void>;
}

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

class Records {
  readonly #byKey = new Map<string, StoredRecord>();
  readonly #onChange: () => void;

  constructor(records: readonly StoredRecord[], onChange: () => void) {
    for (const record of records) this.#byKey.set(`${record.model}:${record.id}`, record);
    this.#onChange = onChange;
  }

  stored(): StoredRecord[] {
    return [...this.#byKey.values()].filter(({ model, expiresAt }) => STORED_MODELS.has(model) && expiresAt > Date.now());
  }

  find(model: string, matches: (record: StoredRecord) => boolean): AdapterPayload | undefined {
    const isWanted = (record: StoredRecord) => record.model === model && record.expiresAt > Date.now() && matches(record);
    return this.#byKey.values().find(isWanted)?.payload;
  }

  put(record: StoredRecord): void {
    this.remove(({ expiresAt }) => expiresAt <= Date.now());
    this.#byKey.set(`${record.model}:${record.id}`, record);
    this.#onChange();
  }

  change(model: string, id: string, change: (payload: AdapterPayload) => void): void {
    const record = this.#byKey.get(`${model}:${id}`);
    if (record === undefined) return;
    change(record.payload);
    this.#onChange();
  }

  remove(matches: (record: StoredRecord) => boolean): void {
    for (const [key, record] of this.#byKey) if (matches(record)) this.#byKey.delete(key);
    this.#onChange();
  }
}

function adapterOf(records: Records, model: string): Adapter {
  return {
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? Number.MAX_SAFE_INTEGER : Date.now() + expiresIn * 1_000;
      records.put({ model, id, payload, expiresAt });
    },
    find: async (id) => records.find(model, (record) => record.id === id),
    findByUid: async (uid) => records.find(model, ({ payload }) => payload.uid === uid),
    findByUserCode: async (userCode) => records.find(model, ({ payload }) => payload.userCode === userCode),
    consume: async (id) =>
      records.change(model, id, (payload) => {
        payload.consumed = Math.floor(Date.now() / 1_000);
      }),
    destroy: async (id) => records.remove((record) => record.model === model && record.id === id),
    revokeByGrantId: async (grantId) => records.remove((record) => record.model === model && record.payload.grantId === grantId),
  };
}

/** Replaces the file as a whole, so that a crash leaves either the old contents or the new ones. */
function fileWriter(file: string, contents: () => Contents) {
  let isDirty = false;
  let running: Promise<void> | undefined;

  async function writeWhileDirty(): Promise<void> {
    while (isDirty) {
      isDirty = false;
      await writeFile(`${file}.new`, JSON.stringify(contents()), { mode: 0o600 });
      await rename(`${file}.new`, file);
    }
  }

  return {
    changed: (onError: (error: unknown) => void) => {
      isDirty = true;
      running ??= writeWhileDirty()
        .catch(onError)
        .finally(() => {
          running = undefined;
        });
    },
    settled: async () => running,
  };
}

/**
 * Opens the store in `dataDir`, creating it if needed.
 * @param onError called when the file cannot be written; sign-in then works from memory
 */
export async function openLocalStore(dataDir: string, onError: (error: unknown) => void): Promise<LocalStore> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'local-identity.json');
  const { signingKey, cookieKey, records: stored } = await readContents(file);
  const writer = fileWriter(file, () => ({ signingKey, cookieKey, records: records.stored() }));
  const records = new Records(stored, () => writer.changed(onError));
  writer.changed(onError);
  await writer.settled();
  await chmod(file, 0o600).catch(onError);
  return { signingKey, cookieKey, adapter: (model) => adapterOf(records, model), close: writer.settled };
}
