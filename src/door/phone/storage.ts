import { DAY_MS } from '#contract/time.ts';
import type { NumberedEntry } from './taps.ts';

const LATER_MS = 3_000;
const [DATABASE, VALUES, LINKS] = ['turnout-door', 'values', 'links'];
/** The names of values, after that of their link. */
const [SHOWN, WAITING] = ['shown', 'waiting'];

/** With the token, so that it can be sent when another link is opened. */
type Kept = NumberedEntry & { readonly token?: string };

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  return new Promise((resolve, reject) => {
    request.onupgradeneeded = () => {
      request.result.createObjectStore(VALUES);
      request.result.createObjectStore(LINKS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Nothing was stored.'));
  });
}

const [FNV_OFFSET, OTHER_OFFSET, FNV_PRIME] = [0x81_1c_9d_c5, 0x9e_37_79_b9, 0x01_00_01_93];

/** The name under which a link's values are kept: the token itself is only kept with what is waiting to be sent. `crypto.subtle` exists on https only. */
const nameOf = (token: string): string =>
  [FNV_OFFSET, OTHER_OFFSET]
    .map((offset) => Array.from(token).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), FNV_PRIME), offset))
    .join();

/** The data a phone keeps for one door link, in IndexedDB. */
export class DoorStorage {
  #database: IDBDatabase;
  readonly #link: IDBValidKey;
  readonly token: string | undefined;
  /** Other links on this phone for which something is waiting, such as one's own before it was replaced. */
  others: readonly DoorStorage[] = [];
  #later: { readonly shown: object; readonly endsAt: number } | undefined;
  /** To the link's other tabs: the text that ends the door, or null if what is waiting or was refused has changed. */
  #tabs: BroadcastChannel | undefined;

  private constructor(database: IDBDatabase, link: IDBValidKey, token?: string) {
    this.#database = database;
    this.#link = link;
    this.token = token;
  }

  /** Opens what is kept for a link, and forgets doors that ended a day ago; undefined if the browser stores nothing, as in some private windows. */
  static async open(token: string): Promise<DoorStorage | undefined> {
    try {
      const kept = new DoorStorage(await open(), nameOf(token), token);
      kept.others = await kept.#findOthers();
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
      this.#later = undefined;
      return onEnd(data);
    });
  }

  #range(...names: string[]): IDBKeyRange {
    return IDBKeyRange.bound([this.#link, ...names], [this.#link, ...names, []]);
  }

  /** Makes requests in one transaction. If that fails, again over a new connection, since browsers close those of background pages, unless there is no room. @returns the requests, with their results */
  async #run<Requests>(request: (values: IDBObjectStore, links: IDBObjectStore) => Requests): Promise<Requests> {
    const attempt = async (): Promise<Requests> => {
      const transaction = this.#database.transaction([VALUES, LINKS], 'readwrite');
      const requests = request(transaction.objectStore(VALUES), transaction.objectStore(LINKS));
      // A page that has been left no longer commits on its own.
      transaction.commit();
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was stored.'));
      });
      return requests;
    };
    return attempt().catch(async (error: unknown) => {
      // A repeat would succeed once a closed door made room, and bring back what it deleted.
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error;
      this.#database.close();
      this.#database = await open();
      return attempt();
    });
  }

  /** What the page showed last, apart from what is waiting. */
  async read(): Promise<object> {
    const { result } = await this.#run((values): IDBRequest<unknown> => values.get([this.#link, SHOWN]));
    return typeof result === 'object' && result !== null ? result : {};
  }

  /** What is waiting or was refused, in order. */
  async list(): Promise<readonly Kept[]> {
    const { result } = await this.#run((values): IDBRequest<unknown[]> => values.getAll(this.#range(WAITING)));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `change` writes them
    return result as Kept[];
  }

  /** Writes and deletes entries in one transaction. @throws Error when the phone has no room */
  async change(puts: readonly NumberedEntry[], deletes: readonly NumberedEntry[] = []): Promise<void> {
    const key = ({ number, tap }: NumberedEntry): IDBValidKey => [this.#link, WAITING, number, tap.id];
    await this.#run((values) => {
      for (const entry of deletes) values.delete(key(entry));
      for (const entry of puts) values.put({ ...entry, token: entry.refused ? undefined : this.token }, key(entry));
    });
    this.#tabs?.postMessage(null);
  }

  /** Keeps what the page shows and, as the phone's clock says, until when; unless `isNow`, some seconds later or when the page is left, since it may be long and change often. */
  keep(shown: object, endsAt: number, isNow: boolean): void {
    if (!this.#later) setTimeout(() => this.#keepNow(), LATER_MS);
    this.#later = { shown, endsAt };
    if (isNow) this.#keepNow();
  }

  #keepNow(): void {
    const later = this.#later;
    this.#later = undefined;
    if (later === undefined) return;
    const kept = this.#run((values, links) => {
      values.put(later.shown, [this.#link, SHOWN]);
      links.put(later.endsAt, this.#link);
    });
    kept.catch(() => undefined); // The page can do without.
  }

  /** Forgets everything about the link, and ends the door in its other tabs with `words`. @returns whether it was the last one on this phone */
  async wipe(words?: string): Promise<boolean> {
    this.#later = undefined;
    this.#tabs?.postMessage(words);
    const left = await this.#run((values, links) => {
      values.delete(this.#range());
      links.delete(this.#link);
      return values.count();
    });
    return left.result === 0;
  }

  /** Forgets doors that ended a day ago. @returns the other links for which something is waiting: unsent check-ins exist nowhere else, and the clock may be wrong */
  async #findOthers(): Promise<readonly DoorStorage[]> {
    const [keys, names, ends] = await this.#run((values, links) => [values.getAllKeys(), links.getAllKeys(), links.getAll()] as const);
    const endOf = new Map(names.result.map((name, index) => [name, Number(ends.result[index])]));
    // A full phone may only have entries, without the end of their link.
    const all = new Set([...endOf.keys(), ...keys.result.flatMap((key) => [key].flat().slice(0, 1))]);
    const found = [...all].map(async (name) => {
      const entries = await new DoorStorage(this.#database, name).list();
      const waiting = entries.find(({ refused }) => refused === undefined);
      const kept = new DoorStorage(this.#database, name, waiting?.token);
      const endsAt = endOf.get(name) ?? (name === this.#link ? Infinity : Math.max(...entries.map(({ tap }) => Date.parse(tap.at))));
      if (waiting === undefined && endsAt + DAY_MS < Date.now()) await kept.wipe();
      return waiting === undefined || name === this.#link ? [] : [kept];
    });
    return (await Promise.all(found)).flat();
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
