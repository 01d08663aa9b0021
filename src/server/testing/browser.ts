interface StoredCookie {
  name: string;
  value: string;
  path: string;
  sameSite: 'lax' | 'strict' | 'none';
  isSecure: boolean;
}

/** One answer, with the address it came from after redirects. */
export interface Visit {
  url: URL;
  status: number;
  headers: Headers;
  body: string;
  /** The `Set-Cookie` lines of this answer. */
  setCookies: string[];
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The page on which the request begins; another site holds SameSite cookies back. Default: typed into the address bar. */
  from?: URL;
}

const MAX_REDIRECTS = 20;

/** Host names are sites here: `localhost` and `127.0.0.1` are two, ports do not matter, as in a browser. */
const isSameSite = (a: URL, b: URL): boolean => a.protocol === b.protocol && a.hostname === b.hostname;

function parseSetCookie(line: string, url: URL): StoredCookie & { isExpired: boolean } {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const attribute = (name: string) =>
    attributes
      .find((candidate) => candidate.toLowerCase().split('=')[0] === name)
      ?.split('=')
      .slice(1)
      .join('=');
  const expires = attribute('expires');
  const maxAge = attribute('max-age');
  return {
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    path: attribute('path') ?? url.pathname,
    sameSite: (attribute('samesite')?.toLowerCase() ?? 'lax') as StoredCookie['sameSite'],
    isSecure: attribute('secure') !== undefined,
    isExpired: (expires !== undefined && Date.parse(expires) <= Date.now()) || maxAge === '0',
  };
}

/** As much of a browser as a sign-in needs: cookies per host with their path and SameSite rules, and redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, StoredCookie>();

  /** Cookies that would go to `url`; `from` and `method` decide about SameSite, across the redirects so far. */
  cookiesFor(url: URL, { isCrossSite = false, method = 'GET' } = {}): StoredCookie[] {
    return [...this.#cookies.entries()]
      .filter(([key]) => key.startsWith(`${url.hostname}|`))
      .map(([, cookie]) => cookie)
      .filter(({ path }) => url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .filter(({ isSecure }) => !isSecure || url.protocol === 'https:')
      .filter(({ sameSite }) => !isCrossSite || sameSite === 'none' || (sameSite === 'lax' && method === 'GET'));
  }

  setCookie(url: URL, line: string): void {
    const { isExpired, ...cookie } = parseSetCookie(line, url);
    const key = `${url.hostname}|${cookie.path}|${cookie.name}`;
    if (isExpired) this.#cookies.delete(key);
    else this.#cookies.set(key, cookie);
  }

  /** One request, no redirect followed. */
  async request(address: string | URL, { method = 'GET', headers = {}, body, from }: RequestOptions = {}): Promise<Visit> {
    const url = new URL(address);
    const isCrossSite = from !== undefined && !isSameSite(from, url);
    const cookie = this.cookiesFor(url, { isCrossSite, method })
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const allHeaders = { ...headers, ...(cookie !== '' && { cookie }) };
    const response = await fetch(url, { method, body, redirect: 'manual', headers: allHeaders });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) this.setCookie(url, line);
    return { url, status: response.status, headers: response.headers, body: await response.text(), setCookies };
  }

  /** Follows redirects, as a navigation does: one foreign site on the way makes the rest of it cross-site. */
  async visit(address: string | URL, options: RequestOptions = {}): Promise<Visit> {
    let seen = await this.request(address, options);
    let from = options.from;
    for (let count = 0; count < MAX_REDIRECTS; count += 1) {
      const location = seen.headers.get('location');
      if (location === null) return seen;
      const next = new URL(location, seen.url);
      if (!isSameSite(seen.url, next)) from = seen.url;
      seen = await this.request(next, { from });
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects from ${String(address)}`);
  }
}
