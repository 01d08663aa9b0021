// The service worker of `/door` alone: it brings the page back where there is no network. The page itself says what is kept.

/** What TypeScript's library for pages does not have. */
interface FetchEvent extends Event {
  readonly request: Request;
  readonly respondWith: (response: Promise<Response>) => void;
}

const PAGE = '/door';
const CACHE = 'turnout-door';
const WAIT_MS = 3_000;
/** What the document of the door has in it, and that of a proxy which answers instead of the server has not. */
const MARK = 'id="door"';

/** Without opening the cache, which would make one again for a door that has ended. */
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
