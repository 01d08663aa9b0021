import { getToken, renew } from '#admin/session/session.ts';
import { createCall } from './create-call.ts';
import { logToConsole } from './failure-log.ts';

/** The calls of the web app: to our own server, as the person who is signed in. */
export const { call, download, follow } = createCall({ base: '/api', session: { getToken, renew }, log: logToConsole });
