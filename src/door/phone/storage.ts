/** A name in the store of one link. */
export type StoredName = string | readonly [string, number, string];

const WAITS_MS = 86_400_000;
const LATER_MS = 3_000;
const [DATABASE, VALUES, LINKS] = ['turnout-door', 'values', 'links'];

const done = async <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Nothing was kept.'));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(VALUES);
    request.result.createObjectStore(LINKS);
  };
  return done(request);
}

const [FNV_OFFSET, OTHER_OFFSET, FNV_PRIME] = [0x81_1c_9d_c5, 0x9e_37_79_b9, 0x01_00_01_93];

/** The name under which a link's values are kept: the token itself is only kept with what is waiting to be sent. `crypto.subtle` exists on https only. */
const nameOf = (token: string): string =>
  [FNV_OFFSET, OTHER_OFFSET]
    .map((offset) => Array.from(token).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), FNV_PRIME), offset))
    .join();

/** What a phone keeps of one door link, in IndexedDB. */
export class DoorStorage {
  #database: IDBDatabase;
  readonly #link: IDBValidKey;
  readonly token: string;
  #later: readonly (readonly [StoredName, unknown])[] | undefined;
  /** To the link's other tabs: the text that ends the door, or null if what is waiting or was refused has changed. */
  #tabs: BroadcastChannel | undefined;

  private constructor(database: IDBDatabase, link: IDBValidKey, token = '') {
    this.#database = database;
    this.#link = link;
    this.token = token;
  }

  /** Opens what is kept for a link, and forgets doors that ended a day ago; undefined if the browser stores nothing, as in some private windows. */
  static async open(token: string): Promise<DoorStorage | undefined> {
    try {
      const kept = new DoorStorage(await open(), nameOf(token), token);
      await kept.#forgetEnded();
      kept.#tabs = new BroadcastChannel(`${DATABASE} ${nameOf(token)}`);
      document.addEventListener('visibilitychange', () => kept.#keepNow());
      return kept;
    } catch {
      return undefined;
    }
  }

  /** Calls `onChange` when another tab has changed what is waiting or was refused, and `onEnd` when it has ended the door. */
  listen(onChange: () => unknown, onEnd: (words: string) => unknown): void {
    this.#tabs?.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
      if (data === null) return onChange();
      this.#later &&= [];
      return onEnd(data);
    });
  }

  #key(name: StoredName): IDBValidKey {
    return [this.#link, ...[name].flat()];
  }

  #range(...names: string[]): IDBKeyRange {
    return IDBKeyRange.bound([this.#link, ...names], [this.#link, ...names, []]);
  }

  /** Works in a transaction; if that fails, again over a new connection, since browsers close those of background pages. */
  async #run<Result>(work: (transaction: IDBTransaction) => Promise<Result>): Promise<Result> {
    const transaction = () => this.#database.transaction([VALUES, LINKS], 'readwrite');
    try {
      return await work(transaction());
    } catch {
      this.#database.close();
      this.#database = await open();
      return work(transaction());
    }
  }

  async get(...names: readonly string[]): Promise<object> {
    return this.#run(async (transaction) => {
      const values = transaction.objectStore(VALUES);
      const found = names.map(async (name) => [name, await done(values.get(this.#key(name)))] as const);
      return Object.fromEntries(await Promise.all(found));
    });
  }

  /** All values whose names begin with this one, in the order of the names. */
  async list(name: string): Promise<unknown[]> {
    return this.#run(async (transaction) => done(transaction.objectStore(VALUES).getAll(this.#range(name))));
  }

  /** Writes and deletes in one transaction. @throws Error when the phone has no room */
  async change(puts: readonly (readonly [StoredName, unknown])[], deletes: readonly StoredName[] = []): Promise<void> {
    await this.#run(async (transaction) => {
      const values = transaction.objectStore(VALUES);
      for (const name of deletes) values.delete(this.#key(name));
      for (const [name, value] of puts) values.put(value, this.#key(name));
      return this.#committed(transaction);
    });
    const names = [...deletes, ...puts.map(([name]) => name)];
    if (names.some((name) => typeof name !== 'string')) this.#tabs?.postMessage(null);
  }

  /** Like `change`, for what the page can do without: it fails silently. */
  keep(puts: readonly (readonly [StoredName, unknown])[], deletes?: readonly StoredName[]): void {
    void this.change(puts, deletes).catch(() => undefined);
  }

  /** Stores values that change often and may be long some seconds later, or when the page is left: the latest value is kept. */
  keepLater(puts: readonly (readonly [StoredName, unknown])[]): void {
    if (this.#later === undefined) setTimeout(() => this.#keepNow(), LATER_MS);
    this.#later = puts;
  }

  #keepNow(): void {
    if (this.#later !== undefined) this.keep(this.#later);
    this.#later = undefined;
  }

  /** Sets until when the link is valid by the phone's clock, after which everything about it is forgotten. */
  async endsAt(time: number): Promise<void> {
    return this.#run(async (transaction) => {
      transaction.objectStore(LINKS).put(time, this.#link);
      return this.#committed(transaction);
    });
  }

  /** Other links on this phone for which something is waiting, such as one's own before it was replaced. */
  async others(): Promise<readonly DoorStorage[]> {
    const names = await this.#run(async (transaction) => done(transaction.objectStore(LINKS).getAllKeys()));
    const others = names.filter((name) => name !== this.#link);
    const found = others.map(async (name) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the queue writes it
      const [first] = (await new DoorStorage(this.#database, name).list('waiting')) as { readonly token: string }[];
      return first === undefined ? [] : [new DoorStorage(this.#database, name, first.token)];
    });
    return (await Promise.all(found)).flat();
  }

  /** Forgets everything about the link, and ends the door in its other tabs with `words`. @returns whether it was the last one on this phone */
  async wipe(words?: string): Promise<boolean> {
    this.#later &&= [];
    this.#tabs?.postMessage(words);
    return this.#run(async (transaction) => {
      transaction.objectStore(VALUES).delete(this.#range());
      transaction.objectStore(LINKS).delete(this.#link);
      const left = transaction.objectStore(LINKS).count();
      await this.#committed(transaction);
      return left.result === 0;
    });
  }

  async #forgetEnded(): Promise<void> {
    const links = this.#database.transaction(LINKS).objectStore(LINKS);
    const [names, ends] = await Promise.all([done(links.getAllKeys()), done<unknown[]>(links.getAll())]);
    const ended = names.filter((_, index) => Number(ends[index]) + WAITS_MS < Date.now());
    for (const kept of ended.map((name) => new DoorStorage(this.#database, name))) {
      // Unsent check-ins exist nowhere else, and the clock may be wrong.
      if ((await kept.list('waiting')).length === 0) await kept.wipe();
    }
  }

  async #committed(transaction: IDBTransaction): Promise<void> {
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was kept.'));
      // A page that has been left no longer commits on its own.
      transaction.commit();
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

/** Keeps the page on the phone with what `loadRest` loads, so that it opens without a network, or without the rest if that fails. Failures are silent. */
export async function keepPage(loadRest: () => Promise<unknown>): Promise<void> {
  try {
    const first = loadedFiles();
    const files = await loadRest().then(loadedFiles, () => first);
    await navigator.serviceWorker.register(WORKER, { scope: PAGE });
    const cache = await caches.open(CACHE);
    const before = await cache.keys();
    await cache.addAll([PAGE, ...files]);
    const old = before.filter(({ url }) => ![PAGE, ...files].includes(new URL(url).pathname));
    await Promise.all(old.map(async (request) => cache.delete(request)));
  } catch {
    // An old browser, a private window, or a full phone.
  }
}

/** @param keeping ends before, as it would create the cache again */
export async function forgetPage(keeping: Promise<void> | undefined): Promise<void> {
  try {
    await keeping;
    await caches.delete(CACHE);
    await (await navigator.serviceWorker.getRegistration(PAGE))?.unregister();
  } catch {
    // It could not be stored.
  }
}
