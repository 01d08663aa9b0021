// The service worker for `/door` only: it serves the page if there is no network. The page itself decides what is kept.

/** Types missing from TypeScript's library for pages. */
interface FetchEvent extends Event {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

const PAGE = '/door';
const CACHE = 'turnout-door';
const WAIT_MS = 3_000;
/** Contained in the door's document, but not in that of a proxy which answers instead of the server. */
const MARK = 'id="door"';

/** Without opening the cache, which would recreate one for a door that has ended. */
const fromCache = async (name: string | Request): Promise<Response | undefined> =>
  caches.match(name, { cacheName: CACHE, ignoreVary: true });

async function page(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(WAIT_MS) });
    const isDoor = response.ok && (await response.clone().text()).includes(MARK);
    return isDoor ? response : ((await fromCache(PAGE)) ?? response);
  } catch {
    return (await fromCache(PAGE)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the event of this name
  const { request, respondWith } = event as FetchEvent;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  const respond = respondWith.bind(event);
  if (request.mode === 'navigate' && pathname === PAGE) respond(page(request));
  else if (pathname.startsWith('/assets/')) respond(fromCache(request).then(async (kept) => kept ?? fetch(request)));
});
