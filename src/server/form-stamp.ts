import { createHmac, timingSafeEqual } from 'node:crypto';

const MIN_AGE_MS = 2_000;
const MAX_AGE_MS = 24 * 3_600_000;

interface StampContext {
  readonly secret: string;
  /** The form that the page shows; a stamp of one form is no good for another. */
  readonly form: { readonly kind: string; readonly id: string };
  /** Milliseconds since 1970. */
  readonly now: number;
}

const sign = ({ secret, form }: StampContext, time: string): Buffer =>
  createHmac('sha256', secret).update(`form-stamp/${form.kind}/${form.id.toLowerCase()}/${time}`).digest();

/** A stamp that says when the page was made, for `isGoodStamp` (decision 32). */
export function makeStamp(context: StampContext): string {
  const time = context.now.toString(36);
  return `${time}.${sign(context, time).toString('base64url')}`;
}

/** Whether a stamp is ours, for this form, at least two seconds old and at most a day. Anything may be asked about. */
export function isGoodStamp(stamp: unknown, context: StampContext): boolean {
  const match = typeof stamp === 'string' ? /^([0-9a-z]{1,11})\.([\w-]{43})$/.exec(stamp) : null;
  const [, time = '', signature = ''] = match ?? [];
  if (match === null || !timingSafeEqual(sign(context, time), Buffer.from(signature, 'base64url'))) return false;
  const age = context.now - Number.parseInt(time, 36);
  return age >= MIN_AGE_MS && age <= MAX_AGE_MS;
}
