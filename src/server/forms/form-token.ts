import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';

const MIN_AGE_MS = 2_000;
/** Marks the tokens of this process, which need no allowance for clock skew. */
const THIS_PROCESS = randomBytes(6).toString('base64url');
const FORM_TOKEN = /^(?<time>[0-9a-z]{1,11})\.(?<maker>[\w-]{8})\.(?<signature>[\w-]{43})$/;

interface TokenContext {
  readonly secret: string;
  readonly form: Pick<FormRef, 'id'> & { readonly kind: FormRef['kind'] | 'feedback' };
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The process whose clock gave the time; default: this one. */
  readonly maker?: string;
}

/** `bad`: not our token, or not for this form. */
type FormTokenState = 'good' | 'too young' | 'too old' | 'bad';

const sign = ({ secret, form }: TokenContext, payload: string): string =>
  createHmac('sha256', secret).update(`form-stamp/${form.kind}/${form.id.toLowerCase()}/${payload}`).digest('base64url');

/** A signed token with the time of the page, in base 36, for `checkFormToken`. */
export function createFormToken(context: TokenContext): string {
  const payload = `${context.now.toString(36)}.${context.maker ?? THIS_PROCESS}`;
  return `${payload}.${sign(context, payload)}`;
}

/** The contents of a valid token; undefined when it is not ours or not for this form. */
function readFormToken(token: unknown, context: TokenContext): { madeAt: number; maker: string } | undefined {
  const match = typeof token === 'string' ? FORM_TOKEN.exec(token)?.groups : undefined;
  if (match === undefined) return undefined;
  const { time = '', maker = '', signature = '' } = match;
  const isOurs = timingSafeEqual(Buffer.from(sign(context, `${time}.${maker}`)), Buffer.from(signature));
  return isOurs ? { madeAt: Number.parseInt(time, 36), maker } : undefined;
}

/** A token is valid from two seconds to a day after it was made, give or take a minute if it is from another process, since clocks differ. */
export function checkFormToken(token: unknown, context: TokenContext): FormTokenState {
  const read = readFormToken(token, context);
  if (read === undefined) return 'bad';
  const skew = read.maker === (context.maker ?? THIS_PROCESS) ? 0 : MINUTE_MS;
  const age = context.now - read.madeAt;
  if (age > DAY_MS + skew) return 'too old';
  return age < MIN_AGE_MS - skew ? 'too young' : 'good';
}

export const isValidFormToken = (token: unknown, context: TokenContext): boolean => checkFormToken(token, context) === 'good';

/** The token of a page that is shown again: the previous page's, even if it is too young, since a new one would be too young again; otherwise a new one. */
export function tokenForNext(before: unknown, context: TokenContext): string {
  const isUsable = [context.now, context.now + MIN_AGE_MS].some((now) => isValidFormToken(before, { ...context, now }));
  return typeof before === 'string' && isUsable ? before : createFormToken(context);
}
