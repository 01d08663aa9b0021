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
