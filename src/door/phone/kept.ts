/** A name in the store of one link. */
type Name = string | readonly [string, number, string];

const WAITS_MS = 86_400_000;
const [DATABASE, VALUES, LINKS] = ['turnout-door', 'values', 'links'];

const done = async <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(VALUES);
    request.result.createObjectStore(LINKS);
  };
  return done(request);
}

/** The name under which a link's values are kept: the token itself stands nowhere. */
async function nameOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a phone keeps of one door link, in IndexedDB. */
export class Kept {
  #database: IDBDatabase;
  readonly #link: string;

  private constructor(database: IDBDatabase, link: string) {
    this.#database = database;
    this.#link = link;
  }

  /** Opens what is kept of a link, and forgets doors that ended a day ago; undefined where the browser keeps nothing, as in some private windows. */
  static async open(token: string): Promise<Kept | undefined> {
    try {
      const kept = new Kept(await open(), await nameOf(token));
      await kept.#forgetEnded();
      return kept;
    } catch {
      return undefined;
    }
  }

  #key(name: Name): IDBValidKey {
    return [this.#link, ...(typeof name === 'string' ? [name] : name)];
  }

  #range(...names: string[]): IDBKeyRange {
    return IDBKeyRange.bound([this.#link, ...names], [this.#link, ...names, []]);
  }

  /** Works in a transaction; where that fails, once more over a new connection, since browsers close those of pages in the background. */
  async #run<Result>(stores: string[], mode: IDBTransactionMode, work: (transaction: IDBTransaction) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.#database.transaction(stores, mode));
    } catch {
      this.#database.close();
      this.#database = await open();
      return work(this.#database.transaction(stores, mode));
    }
  }

  async get(name: string): Promise<unknown> {
    return this.#run([VALUES], 'readonly', async (transaction): Promise<unknown> =>
      done(transaction.objectStore(VALUES).get(this.#key(name))),
    );
  }

  /** All values whose names begin with this one, in the order of the names. */
  async list(name: string): Promise<unknown[]> {
    return this.#run([VALUES], 'readonly', async (transaction) => done(transaction.objectStore(VALUES).getAll(this.#range(name))));
  }

  /** Writes and deletes at once. @throws Error when the phone has no room */
  async change(puts: readonly (readonly [Name, unknown])[], deletes: readonly Name[] = []): Promise<void> {
    return this.#run([VALUES], 'readwrite', async (transaction) => {
      const values = transaction.objectStore(VALUES);
      for (const name of deletes) values.delete(this.#key(name));
      for (const [name, value] of puts) values.put(value, this.#key(name));
      return this.#committed(transaction);
    });
  }

  /** Says until when the link is good, after which all of it is forgotten. */
  async endsAt(time: number): Promise<void> {
    return this.#run([LINKS], 'readwrite', async (transaction) => {
      transaction.objectStore(LINKS).put(time, this.#link);
      return this.#committed(transaction);
    });
  }

  /** Forgets all of the link. */
  async wipe(): Promise<void> {
    return this.#run([VALUES, LINKS], 'readwrite', async (transaction) => {
      transaction.objectStore(VALUES).delete(this.#range());
      transaction.objectStore(LINKS).delete(this.#link);
      return this.#committed(transaction);
    });
  }

  async #forgetEnded(): Promise<void> {
    const links = this.#database.transaction(LINKS).objectStore(LINKS);
    const [names, ends] = await Promise.all([done(links.getAllKeys()), done<unknown[]>(links.getAll())]);
    const ended = names.filter((_, index) => Number(ends[index]) + WAITS_MS < Date.now());
    await Promise.all(ended.map(async (name) => (typeof name === 'string' ? new Kept(this.#database, name).wipe() : undefined)));
  }

  async #committed(transaction: IDBTransaction): Promise<void> {
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      const fail = () => reject(transaction.error ?? new Error('The phone has no room.'));
      transaction.onerror = fail;
      transaction.onabort = fail;
    });
  }
}

const [PAGE, WORKER, CACHE] = ['/door', '/door-worker.js', 'turnout-door'];

/** The files that this page has loaded, whose names change with each release. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith('/assets/'));

/** Keeps the page on the phone, so that it opens without network. Where that cannot be had nothing is said. */
export async function keepPage(): Promise<void> {
  try {
    await navigator.serviceWorker.register(WORKER, { scope: PAGE });
    const [cache, files] = [await caches.open(CACHE), loadedFiles()];
    const before = await cache.keys();
    await cache.addAll([PAGE, ...files]);
    const old = before.filter(({ url }) => ![PAGE, ...files].includes(new URL(url).pathname));
    await Promise.all(old.map(async (request) => cache.delete(request)));
  } catch {
    // An old browser, a private window, or a phone without room.
  }
}

/** Forgets the page. */
export async function forgetPage(): Promise<void> {
  try {
    await caches.delete(CACHE);
    await (await navigator.serviceWorker.getRegistration(PAGE))?.unregister();
  } catch {
    // It was not kept.
  }
}
