import { vi } from 'vitest';
import type { SessionBrowser, SignInWindow } from '#admin/session/session-browser.ts';
import { SessionKeeper } from '#admin/session/session-keeper.ts';
import type { SignInMessage } from '#contract/session/sign-in.ts';

const ORIGIN = 'https://events.example.com';
export const robin = { email: 'robin.hale@example.com', displayName: 'Robin Hale', photoURL: null };
export const HOUR_S = 3_600;

export class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  onChange: (key: string) => void = () => undefined;

  get length() {
    return this.#items.size;
  }
  key(index: number) {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.#items.set(key, value);
    this.onChange(key);
  }
  removeItem(key: string) {
    if (this.#items.delete(key)) this.onChange(key);
  }
  clear() {
    this.#items.clear();
  }
}

class FakeServer {
  readonly asked: { path: string; body: string; authorization: string | null }[] = [];
  isDown = false;
  me: { status: number; body: unknown } = { status: 200, body: { data: robin } };
  renewals: { status: number; body: unknown }[] = [];
  endSessionUrl: string | null = null;
  hold: Promise<void> = Promise.resolve();

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    this.asked.push({
      path,
      body: typeof init.body === 'string' ? init.body : '',
      authorization: new Headers(init.headers).get('authorization'),
    });
    await this.hold;
    if (this.isDown) throw new TypeError('Failed to fetch');
    const { status, body } = this.#answer(path);
    return Response.json(body, { status });
  };

  count(path: string): number {
    return this.asked.filter((call) => call.path === path).length;
  }

  #answer(path: string): { status: number; body: unknown } {
    if (path === '/api/me') return this.me;
    if (path === '/auth/logout') return { status: 200, body: { data: { end_session_url: this.endSessionUrl } } };
    return (
      this.renewals.shift() ?? {
        status: 401,
        body: { status: 401, title: 'Unauthorized', type: 'about:blank', detail: 'Please sign in again.' },
      }
    );
  }
}

export const renewed = (token: string, seconds = HOUR_S) => ({ status: 200, body: { data: { id_token: token, expires_in: seconds } } });

/** A browser whose tabs share storage, channel and lock. */
export class FakeBrowser {
  readonly server = new FakeServer();
  readonly shared = new MemoryStorage();
  readonly tabs: {
    events: EventTarget;
    tab: MemoryStorage;
    left: string[];
    opened: string[];
    popup: SignInWindow & { closed: boolean };
  }[] = [];
  blocksPopups = false;
  isStorageOff = false;
  #lock: Promise<unknown> = Promise.resolve();

  newTab(tab = new MemoryStorage()) {
    const page = {
      events: new EventTarget(),
      tab,
      left: [] as string[],
      opened: [] as string[],
      popup: { closed: false, focus: vi.fn<() => void>(), close: vi.fn<() => void>() },
    };
    this.tabs.push(page);
    const browser: SessionBrowser = {
      fetch: this.server.fetch,
      localStorage: () => {
        if (this.isStorageOff) throw new DOMException('The operation is insecure.', 'SecurityError');
        this.shared.onChange = (key) => this.#notifyTabs(key);
        return this.shared;
      },
      sessionStorage: () => tab,
      withLock: async (_name, work) => {
        const result = this.#lock.then(work, work);
        this.#lock = result.catch(() => undefined);
        return result;
      },
      openWindow: (path) => {
        page.opened.push(path);
        return this.blocksPopups ? null : page.popup;
      },
      openChannel: (name) => new BroadcastChannel(name),
      events: page.events,
      origin: ORIGIN,
      navigateTo: (url) => page.left.push(url),
      now: () => Date.now(),
    };
    const session = new SessionKeeper(browser);
    return { ...page, session, seen: record(session) };
  }

  /** Browsers notify the other tabs asynchronously; notifying this tab too does no harm. */
  #notifyTabs(key: string): void {
    for (const { events } of this.tabs) queueMicrotask(() => events.dispatchEvent(Object.assign(new Event('storage'), { key })));
  }
}

function record(session: SessionKeeper): string[] {
  const seen: string[] = [];
  session.subscribe(() => seen.push(session.getSnapshot().status));
  return seen;
}

export type Tab = ReturnType<FakeBrowser['newTab']>;

export const attemptOf = (tab: Tab): string => new URL(tab.opened.at(-1) ?? '', ORIGIN).searchParams.get('attempt') ?? '';

export const signedIn = (attempt: string, token = 'token-1', seconds = HOUR_S): SignInMessage => ({
  type: 'turnout:sign-in',
  attempt,
  outcome: 'signed-in',
  id_token: token,
  expires_in: seconds,
});

/** Sends the tab a message as the popup would. */
export function post(tab: Tab, data: unknown, { origin = ORIGIN, source = tab.popup }: { origin?: string; source?: unknown } = {}): void {
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  tab.events.dispatchEvent(event);
}

export const settle = async () => vi.advanceTimersByTimeAsync(0);

export async function signIn(tab: Tab, token = 'token-1', seconds = HOUR_S): Promise<void> {
  tab.session.signIn();
  post(tab, signedIn(attemptOf(tab), token, seconds));
  await settle();
}
