import { type MiddlewareFunction, redirect } from 'react-router';
import { rememberReturnPath, takeReturnPath } from '#admin/pages/frame/return-path.ts';
import { paths } from '#admin/paths.ts';
import { getSnapshot, getToken } from '#admin/session/session.ts';
import { setStorageOwner } from '#admin/storage-owner.ts';

/** Lets signed-in staff pass; others sign in first and then return to the page they wanted. */
export const requireSignIn: MiddlewareFunction = async ({ request }, next) => {
  if ((await getToken()) === undefined) {
    const { pathname, search } = new URL(request.url);
    // The request has no hash; the address bar has one when the navigation came from it.
    const { location } = window;
    const hash = location.pathname === pathname && location.search === search ? location.hash : '';
    rememberReturnPath(`${pathname}${search}${hash}`);
    // oxlint-disable-next-line typescript/only-throw-error -- a middleware redirects by throwing
    throw redirect(paths.signIn);
  }
  const session = getSnapshot();
  if (session.status === 'signed-in') setStorageOwner(session.user.email);
  return next();
};

/** The sign-in screen is only for signed-out visitors; others are sent to the dashboard. */
export const requireSignedOut: MiddlewareFunction = async (_, next) => {
  if ((await getToken()) === undefined) return next();
  takeReturnPath(); // Forget the page of an earlier session: the person has chosen this one.
  // oxlint-disable-next-line typescript/only-throw-error -- a middleware redirects by throwing
  throw redirect(paths.home);
};
