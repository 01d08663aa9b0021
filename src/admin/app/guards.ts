import { type MiddlewareFunction, redirect } from 'react-router';
import { getToken } from '#admin/api/session.ts';
import { paths } from '#admin/paths.ts';
import { rememberReturn, takeReturn } from './return-to.ts';

/** Lets only the signed in on; others sign in first and come back to where they wanted to go (spec section 4). */
export const requireSignIn: MiddlewareFunction = async ({ request }, next) => {
  if ((await getToken()) === undefined) {
    const { pathname, search } = new URL(request.url);
    // A request never has the part after `#`; the address bar does, when it is what led here.
    const { location } = window;
    const hash = location.pathname === pathname && location.search === search ? location.hash : '';
    rememberReturn(`${pathname}${search}${hash}`);
    // oxlint-disable-next-line typescript/only-throw-error -- a middleware redirects by throwing, there is no other way
    throw redirect(paths.signIn);
  }
  return next();
};

/** The sign-in screen is for those who are not signed in; others land on the dashboard (spec section 2). */
export const requireSignedOut: MiddlewareFunction = async (_, next) => {
  if ((await getToken()) === undefined) return next();
  takeReturn(); // Who comes here on purpose does not want to go back to where an earlier session ended.
  // oxlint-disable-next-line typescript/only-throw-error -- a middleware redirects by throwing, there is no other way
  throw redirect(paths.home);
};
