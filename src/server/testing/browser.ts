interface StoredCookie {
  name: string;
  value: string;
  path: string;
  sameSite: 'lax' | 'strict' | 'none';
  isSecure: boolean;
}

/** An answer, with its address after redirects. */
export interface Visit {
  url: URL;
  status: number;
  headers: Headers;
  body: string;
  setCookies: string[];
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The page that makes the request, which decides about SameSite cookies. Default: the address bar. */
  from?: URL;
}

const MAX_REDIRECTS = 20;

/** As in a browser, ports do not matter; host names count as sites. */
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

/** The parts of a browser that a sign-in needs: redirects, and cookies with their path and SameSite rules. */
export class TestBrowser {
  readonly #cookies = new Map<string, StoredCookie>();

  /** The cookies that a request to `url` would carry. */
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

  /** One request, without following redirects. */
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

  /** Follows redirects, as a navigation; once it has passed another site, it counts as cross-site. */
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
