import { getToken, renew } from '#admin/session/session.ts';
import { createCall } from './create-call.ts';

export const CALL_DEPS = {
  base: '/api',
  session: { getToken, renew },
  // oxlint-disable-next-line eslint/no-console -- a browser has no other log.
  log: (line: string) => console.error(line),
};

/** The calls of the web app: to our own server, as the person who is signed in. */
export const { call, download, follow } = createCall(CALL_DEPS);
