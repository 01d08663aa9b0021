import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { AppError, notFound, TOO_MANY_REQUESTS } from '#server/errors.ts';
import type { Limits } from './limits.ts';
import type { Limit } from './period-counts.ts';

/** What calls count as; each is counted apart, so that page loads in an office do not use up its sign-ups, nor the views that they are counted as its loads. */
type CallKind = 'load' | 'view' | 'submit' | 'link' | 'change' | 'sign-in' | 'unknown';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: that of the scope. */
    limit?: CallKind | undefined;
    /** The id of the public form in the address. */
    form?: FormRef['kind'] | undefined;
  }
}

interface RateLimit {
  /** By the minute, network and form; several scopes may share one. */
  readonly limit: Limit;
  /** How calls count whose route does not say; default: as a load. */
  readonly kind?: CallKind;
  /** Default: each request of the scope. */
  readonly appliesTo?: (request: FastifyRequest) => boolean;
  readonly onBlocked?: ((form: FormRef) => void) | undefined;
  /** For pages that show posts again: answers floods immediately; other calls over the limit are parsed before they are refused. */
  readonly answerFlood?: ((request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number) => void) | undefined;
  readonly now?: () => number;
}

/** The limit of a network over all forms, as a multiple of that of one form: otherwise made-up form ids would evade the limit. */
const ALL_FORMS_FACTOR = 2;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The valid id in the address of a request, if any; needs no parsed body. */
function idOfRequest({ params }: FastifyRequest): string | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : '';
  return UUID.test(id) ? id : undefined;
}

/** The public form in the address of a request; undefined when there is none. */
export function formOfRequest(request: FastifyRequest): FormRef | undefined {
  const { form: kind } = request.routeOptions.config;
  const id = idOfRequest(request);
  return kind === undefined || id === undefined ? undefined : { kind, id };
}

/** How the first 96 bits of IPv6 begin that has an IPv4 address in the others: of a socket for both, and of a translator (RFC 6052). */
const BEFORE_IPV4 = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** The IPv4 address, also in IPv6, or the /64 network of an IPv6 address, since each customer gets a whole one. Invalid addresses count as one network. */
function networkOf(address: string): string {
  // Some proxies pass a visitor's port on, too: `203.0.113.9:41234`, `[2001:db8::1]:41234`.
  const [ip = ''] = (/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address)?.slice(1).join('') ?? address).split('%', 1);
  if (isIP(ip) !== 6) return isIP(ip) === 0 ? 'unknown' : ip;
  const groups = groupsOf(ip);
  if (!BEFORE_IPV4.includes(groups.slice(0, 6).join(':'))) return groups.slice(0, 4).join(':');
  const digits = groups.slice(6).map((group) => group.padStart(4, '0'));
  return Buffer.from(digits.join(''), 'hex').join('.');
}

/** The eight groups of an IPv6 address, whatever its spelling. */
function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const [before = [], after = []] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** The limit of a /48 network, of which some customers get a whole one, as a multiple of that of a /64. */
const WIDE_FACTOR = 8;

/** Whether the calls of a network, or those of the /48 of IPv6, are more than `max` allows. */
function exceeds(max: number, address: string, callsOf: (network: string) => number): boolean {
  const network = networkOf(address);
  if (callsOf(network) > max) return true;
  if (!network.includes(':')) return false;
  return callsOf(network.split(':').slice(0, 3).join(':')) > WIDE_FACTOR * max;
}

/** Counts a call under the key of its network, which `keyOf` makes, and of IPv6, unless that is over its limit, under that of its /48. @returns whether one is over its limit */
export const isOverLimit = ({ max, counts }: Limit, address: string, now: number, keyOf: (network: string) => string): boolean =>
  exceeds(max, address, (network) => counts.add(keyOf(network), now));

/** As `isOverLimit`, by the calls that were counted before. */
export const wasOverLimit = ({ max, counts }: Limit, address: string, now: number, keyOf: (network: string) => string): boolean =>
  exceeds(max, address, (network) => counts.read(keyOf(network), now));

export const tooMany = ({ counts }: Pick<Limit, 'counts'>, message = TOO_MANY_REQUESTS, now = Date.now()): AppError =>
  new AppError('too_many', message, { retryAfterSeconds: counts.secondsToNext(now) });

/** Counts a call under this key. @throws AppError `too_many` for one that is over the limit */
export function countOrThrow(limit: Limit, key: string, message?: string): void {
  if (limit.counts.add(key, Date.now()) > limit.max) throw tooMany(limit, message);
}

const submittedForm = (request: FastifyRequest): FormRef | undefined =>
  request.routeOptions.config.limit === 'submit' ? formOfRequest(request) : undefined;

/** Limits a scope's calls per minute, network and form, and twice that per network; staff are not counted. Must precede its routes. */
export function limitPublicCalls(
  app: FastifyInstance,
  { limit: { max, counts }, kind = 'load', appliesTo = () => true, onBlocked, answerFlood, now = () => Date.now() }: RateLimit,
): void {
  const refused = new WeakMap<FastifyRequest, AppError>();
  const checkLimits = (request: FastifyRequest, time: number): 'allowed' | 'too many' | 'flood' => {
    if (request.user !== null || !appliesTo(request)) return 'allowed';
    const call = request.routeOptions.config.limit ?? kind;
    if (isOverLimit({ max: ALL_FORMS_FACTOR * max, counts }, request.ip, time, (network) => `${call} ${network}`)) return 'flood';
    // Calls without a valid id count together.
    const id = idOfRequest(request)?.toLowerCase() ?? '';
    return isOverLimit({ max, counts }, request.ip, time, (network) => `${call} ${network} ${id}`) ? 'too many' : 'allowed';
  };
  app.addHook('onRequest', (request, reply, done) => {
    const time = now();
    const outcome = checkLimits(request, time);
    if (outcome === 'allowed') return done();
    const form = submittedForm(request);
    if (form !== undefined) onBlocked?.(form);
    const refusal = tooMany({ counts }, TOO_MANY_REQUESTS, time);
    if (answerFlood === undefined) return done(refusal);
    if (outcome === 'flood') return answerFlood(request, reply, counts.secondsToNext(time));
    refused.set(request, refusal);
    return done();
  });
  if (answerFlood !== undefined) app.addHook('preHandler', (request, _reply, done) => done(refused.get(request)));
}

/** Refuses what nobody serves before its body is read, and counts it apart. Must precede the routes of its scope. */
export function refuseUnknown(app: FastifyInstance, limit: Limit, what: string, isUnknown: (request: FastifyRequest) => boolean): void {
  limitPublicCalls(app, { limit, kind: 'unknown', appliesTo: isUnknown });
  app.addHook('onRequest', (request, _reply, done) => done(isUnknown(request) ? notFound(what) : undefined));
}

const WITHOUT_TOKEN = 'Too many sign-ups through the API. Please try again in a minute.';
const TODAY = {
  form: 'This form has had too many sign-ups from your network today. Please try again tomorrow, or from another network.',
  other: 'Too much has been sent from your network today. Please try again tomorrow, or from another network.',
};

const hasFormToken = ({ body }: FastifyRequest): boolean => typeof body === 'object' && body !== null && FORM_TOKEN_NAME in body;

function refusalOf({ withoutToken, daily }: Limits, request: FastifyRequest): AppError | undefined {
  const { limit: kind } = request.routeOptions.config;
  if (kind !== 'submit' && kind !== 'link') return undefined;
  const now = Date.now();
  const isForm = submittedForm(request) !== undefined;
  const id = idOfRequest(request)?.toLowerCase() ?? '';
  if (isForm && !hasFormToken(request) && isOverLimit(withoutToken, request.ip, now, (network) => `without token ${network} ${id}`))
    return tooMany(withoutToken, WITHOUT_TOKEN);
  if (!isOverLimit(daily, request.ip, now, (network) => `day ${kind} ${network} ${id}`)) return undefined;
  return tooMany(daily, TODAY[isForm ? 'form' : 'other']);
}

/** Limits sign-ups, feedback and requests for lost links by the day, with 429 and `Retry-After`, once the body is parsed, which has the form token. */
export function limitSignUps(app: FastifyInstance, limits: Limits, onBlocked?: (form: FormRef) => void): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const form = submittedForm(request);
    const refusal = refusalOf(limits, request);
    if (form !== undefined && refusal !== undefined) onBlocked?.(form);
    done(refusal);
  });
}
