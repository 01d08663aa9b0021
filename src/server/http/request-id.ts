import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { trustedProxy } from './trusted-proxy.ts';

/** Ids as proxies make them: no spaces and no `@`, so no mail address and no second line in the log. */
const PASSED_ON = /^[\w.:+/=-]{1,128}$/;

/**
 * Makes the ids of requests for the log: the `X-Request-Id` of a trusted proxy, else a number that is unique over all processes.
 * @param trustProxy addresses and networks of the proxies (setting TRUST_PROXY)
 */
export function requestIds(trustProxy: string[] | false): (request: IncomingMessage) => string {
  const isTrusted = trustedProxy(trustProxy);
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return (request) => {
    const given = request.headers['x-request-id'];
    if (typeof given === 'string' && PASSED_ON.test(given) && isTrusted(request)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
