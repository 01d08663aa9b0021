import { createCall } from '#admin/api/create-call.ts';
import { OwnWrites } from '#admin/api/own-writes.ts';
import { getToken, renew } from './session.ts';

export const ownWrites = new OwnWrites();

/** The calls of the web app: to our own server, as the person who is signed in. */
export const { call, download, follow } = createCall({
  base: '/api',
  session: { getToken, renew },
  writes: ownWrites,
  // oxlint-disable-next-line eslint/no-console -- a browser has no other log.
  log: (line) => console.error(line),
});
