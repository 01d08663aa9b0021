import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#admin/api/api-error.ts';
import {
  attemptOf,
  FakeBrowser,
  HOUR_S,
  MemoryStorage,
  post,
  renewed,
  robin,
  settle,
  signedIn,
  signIn,
  type Tab,
} from '#admin/testing/session-fakes.ts';
import { SIGN_IN_CHANNEL, SIGN_IN_HANDOVER } from '#contract/session/sign-in.ts';

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('signing in', () => {
  test('OIDC-1, AUTH-4: opens /auth/login in the click, asks /api/me with the token it gets, and is signed in', async () => {
    const tab = browser.newTab();
    tab.session.signIn();
    expect(tab.opened).toEqual([`/auth/login?attempt=${attemptOf(tab)}`]);
    post(tab, signedIn(attemptOf(tab)));
    await settle();
    expect(browser.server.asked).toEqual([{ path: '/api/me', body: '', authorization: 'Bearer token-1' }]);
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
    expect(await tab.session.getToken()).toBe('token-1');
    expect(tab.seen).toEqual(['signing-in', 'signed-in']);
  });

  test('AUTH-8: a second request is ignored while one is in progress; the window comes to the front', () => {
    const tab = browser.newTab();
    tab.session.signIn();
    tab.session.signIn();
    expect(tab.opened).toHaveLength(1);
    expect(tab.popup.focus).toHaveBeenCalledOnce();
  });

  test('OIDC-5: a blocked window falls back to the full page', () => {
    browser.blocksPopups = true;
    const tab = browser.newTab();
    tab.session.signIn();
    expect(tab.left).toEqual(['/auth/login?mode=redirect']);
  });

  test('OIDC-5: after a full-page sign-in the message stored in the tab is used, once', async () => {
    const storage = new MemoryStorage();
    storage.setItem(SIGN_IN_HANDOVER, JSON.stringify(signedIn('')));
    const tab = browser.newTab(storage);
    expect(tab.session.getSnapshot().status).toBe('signing-in');
    await settle();
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
    expect(storage.getItem(SIGN_IN_HANDOVER)).toBeNull();
  });

  test('OIDC-5: returning from the provider by the back button ends the sign-in', () => {
    browser.blocksPopups = true;
    const tab = browser.newTab();
    tab.session.signIn();
    tab.events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined });
  });

  test.each<[string, (tab: Tab) => void]>([
    ['another origin', (tab) => post(tab, signedIn(attemptOf(tab)), { origin: 'https://evil.example' })],
    ['another window', (tab) => post(tab, signedIn(attemptOf(tab)), { source: {} })],
    ['another attempt', (tab) => post(tab, signedIn('someone-else'))],
    ['a message from elsewhere', (tab) => post(tab, { type: 'turnout:sign-in', id_token: 'token-1' })],
  ])('OIDC-4: a message from %s is ignored', async (_what, send) => {
    const tab = browser.newTab();
    tab.session.signIn();
    send(tab);
    await settle();
    expect(tab.session.getSnapshot()).toEqual({ status: 'signing-in' });
    expect(browser.server.asked).toEqual([]);
  });

  test('closing the popup ends the sign-in, and the next one works', async () => {
    const tab = browser.newTab();
    tab.session.signIn();
    tab.popup.closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined });
    tab.popup.closed = false;
    tab.session.signIn();
    expect(tab.opened).toHaveLength(2);
  });

  test('OIDC-4: a popup that the provider cut off, which looks closed, still signs in through the channel', async () => {
    const tab = browser.newTab();
    tab.session.signIn();
    tab.popup.closed = true;
    await vi.advanceTimersByTimeAsync(60_000);
    const page = new BroadcastChannel(SIGN_IN_CHANNEL);
    page.postMessage(signedIn('someone-else', 'token-2'));
    page.postMessage(signedIn(attemptOf(tab)));
    vi.useRealTimers();
    await vi.waitFor(() => expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin }));
    page.close();
    expect(await tab.session.getToken()).toBe('token-1');
  });

  test('AUTH-6, AUTH-7: a disallowed domain is signed out with the specified alert, and nothing is stored', async () => {
    const words = 'Your email domain is not allowed to sign in.';
    browser.server.me = { status: 403, body: { type: 'about:blank', title: 'Forbidden', status: 403, detail: words } };
    browser.server.endSessionUrl = 'https://id.example/end';
    const tab = browser.newTab();
    await signIn(tab);
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-out', notice: { reason: 'refused', message: words } });
    expect(browser.server.count('/auth/logout')).toBe(1);
    expect(browser.shared.length).toBe(0);
    expect(tab.left).toEqual([]);
  });

  test('a failed sign-in shows its message; a cancelled one shows none', async () => {
    const tab = browser.newTab();
    tab.session.signIn();
    post(tab, { type: 'turnout:sign-in', attempt: '', outcome: 'expired', message: 'This took too long.' });
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-out', notice: { reason: 'expired', message: 'This took too long.' } });
    tab.session.signIn();
    post(tab, { type: 'turnout:sign-in', attempt: attemptOf(tab), outcome: 'cancelled', message: 'The sign-in was cancelled.' });
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined });
  });

  test('when the server cannot identify the person a message is shown, and nothing is stored', async () => {
    browser.server.isDown = true;
    const tab = browser.newTab();
    await signIn(tab);
    expect(tab.session.getSnapshot()).toMatchObject({ status: 'signed-out', notice: { reason: 'unavailable' } });
    expect(browser.shared.length).toBe(0);
  });

  test('with storage switched off this tab can still sign in', async () => {
    browser.isStorageOff = true;
    const tab = browser.newTab();
    await signIn(tab);
    expect(await tab.session.getToken()).toBe('token-1');
  });
});

describe('staying signed in', () => {
  test('OIDC-20: a reload and a new tab are signed in immediately, without asking the server', async () => {
    await signIn(browser.newTab());
    browser.server.asked.length = 0;
    const tab = browser.newTab();
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
    expect(await tab.session.getToken()).toBe('token-1');
    expect(browser.server.asked).toEqual([]);
  });

  test('a sign-in in one tab signs in the other open tabs', async () => {
    const [first, second] = [browser.newTab(), browser.newTab()];
    await signIn(first);
    expect(second.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
  });

  test('OIDC-11: the token is renewed before it expires, by one tab for all', async () => {
    const [first, second] = [browser.newTab(), browser.newTab()];
    await signIn(first);
    browser.server.renewals = [renewed('token-2'), renewed('token-3')];
    await vi.advanceTimersByTimeAsync((HOUR_S - 120) * 1_000);
    expect(browser.server.count('/auth/renew')).toBe(1);
    expect(browser.server.asked.at(-1)).toMatchObject({ path: '/auth/renew', body: '{"id_token":"token-1"}' });
    expect(await first.session.getToken()).toBe('token-2');
    expect(await second.session.getToken()).toBe('token-2');
    expect(first.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
  });

  test('OIDC-11: after a night asleep the first call waits for a new token', async () => {
    const tab = browser.newTab();
    await signIn(tab);
    browser.server.renewals = [renewed('token-2')];
    vi.setSystemTime(Date.now() + 12 * HOUR_S * 1_000);
    const tokens = await Promise.all([tab.session.getToken(), tab.session.getToken()]);
    expect(tokens).toEqual(['token-2', 'token-2']);
    expect(browser.server.count('/auth/renew')).toBe(1);
  });

  test('OIDC-11: if it is opened after the token expired, the page restores the session first', async () => {
    await signIn(browser.newTab());
    vi.setSystemTime(Date.now() + 12 * HOUR_S * 1_000);
    browser.server.renewals = [renewed('token-2')];
    const tab = browser.newTab();
    expect(tab.session.getSnapshot()).toEqual({ status: 'restoring' });
    await settle();
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
  });

  test('OIDC-20: without a refresh token the session lasts until its token expires, and then says so', async () => {
    const tab = browser.newTab();
    await signIn(tab);
    await vi.advanceTimersByTimeAsync((HOUR_S - 60) * 1_000);
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
    expect(await tab.session.getToken()).toBe('token-1');
    expect(browser.server.count('/auth/renew')).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.session.getSnapshot()).toEqual({
      status: 'signed-out',
      notice: { reason: 'ended', message: 'Your session has ended. Sign in again: what you typed is kept.' },
    });
    expect(await tab.session.getToken()).toBeUndefined();
  });

  test('OIDC-14: a session end that another tab noticed first is shown here too, unlike a Sign Out', async () => {
    const [first, second] = [browser.newTab(), browser.newTab()];
    await signIn(first);
    await first.session.renew('token-1');
    await settle();
    expect(second.session.getSnapshot()).toMatchObject({ status: 'signed-out', notice: { reason: 'ended' } });
    expect(browser.newTab().session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined });
  });

  test('a server that is down at renewal time does not end the session, which continues when it is back', async () => {
    const tab = browser.newTab();
    await signIn(tab);
    browser.server.isDown = true;
    await vi.advanceTimersByTimeAsync((HOUR_S + 60) * 1_000);
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-in', user: robin });
    await expect(tab.session.getToken()).rejects.toThrow(ApiError);
    browser.server.isDown = false;
    browser.server.renewals = [renewed('token-2')];
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await tab.session.getToken()).toBe('token-2');
  });

  test('OIDC-14: a token that the server refuses is renewed once, and the session ends when that fails', async () => {
    const tab = browser.newTab();
    await signIn(tab);
    browser.server.renewals = [renewed('token-2')];
    expect(await tab.session.renew('token-1')).toBe('token-2');
    expect(await tab.session.renew('token-1')).toBe('token-2');
    expect(browser.server.count('/auth/renew')).toBe(1);
    expect(await tab.session.renew('token-2')).toBeUndefined();
    expect(tab.session.getSnapshot()).toMatchObject({ status: 'signed-out', notice: { reason: 'ended' } });
  });

  test('a token that lives for one minute is renewed after half of it', async () => {
    const tab = browser.newTab();
    await signIn(tab, 'token-1', 60);
    browser.server.renewals = [renewed('token-2', 60)];
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await tab.session.getToken()).toBe('token-2');
  });
});

describe('signing out', () => {
  test('OIDC-13, TOP-5: ends the session in all tabs, at the server, and at the provider', async () => {
    const [first, second] = [browser.newTab(), browser.newTab()];
    await signIn(first);
    browser.server.endSessionUrl = 'https://id.example/end?id_token_hint=token-1';
    await first.session.signOut();
    await settle();
    expect(first.session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined });
    expect(second.session.getSnapshot()).toMatchObject({ status: 'signed-out', notice: { reason: 'elsewhere' } });
    expect(browser.server.asked.at(-1)).toMatchObject({ path: '/auth/logout', body: '{"id_token":"token-1"}' });
    expect(first.left).toEqual(['https://id.example/end?id_token_hint=token-1']);
    expect(second.left).toEqual([]);
    expect(browser.shared.length).toBe(0);
    first.session.signIn();
    expect(first.session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined }); // The page is about to go.
  });

  test('OIDC-13: a renewal in progress does not sign in again', async () => {
    const tab = browser.newTab();
    await signIn(tab);
    const { promise, resolve: release } = Promise.withResolvers<void>();
    browser.server.hold = promise;
    browser.server.renewals = [renewed('token-2')];
    const renewal = tab.session.renew('token-1');
    await settle();
    const out = tab.session.signOut();
    release();
    expect(await renewal).toBeUndefined();
    await out;
    expect(tab.session.getSnapshot()).toEqual({ status: 'signed-out', notice: undefined });
    expect(browser.shared.length).toBe(0);
    expect(browser.server.asked.map(({ path }) => path)).toEqual(['/api/me', '/auth/renew', '/auth/logout']);
  });

  test('OIDC-13: when the server cannot be reached a message says so', async () => {
    const tab = browser.newTab();
    await signIn(tab);
    browser.server.isDown = true;
    await tab.session.signOut();
    expect(tab.session.getSnapshot()).toMatchObject({ status: 'signed-out', notice: { reason: 'here-only' } });
    expect(await tab.session.getToken()).toBeUndefined();
  });
});
