import { newId } from '#server/db/new-id.ts';

/** A series with one event. */
export interface Form {
  readonly seriesId: string;
  readonly eventId: string;
}

/** The answer to a visitor: an id, "come back later" (503 with `Retry-After`), or anything else, which is a failure. */
export type Answer =
  | { readonly kind: 'answered'; readonly id: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'failed'; readonly reason: string };

/** A sign-up with a unique address and idempotency key. */
export interface SignUp {
  readonly form: Form;
  readonly key: string;
  readonly email: string;
  /** `performance.now()` of the first attempt. */
  readonly sentAt: number;
  /** Of the first attempt. */
  answer?: Answer;
  waitedMs?: number;
  /** The id that an attempt was answered with. */
  id?: string;
  /** Deleted by staff, so it is not expected in the database. */
  isDeleted?: boolean;
}

/** All sign-ups of the visitors, and their answers. */
export class SignUps {
  readonly all: SignUp[] = [];
  waiting = 0;
  mostWaiting = 0;

  begin(form: Form): SignUp {
    const key = newId();
    const signUp: SignUp = { form, key, email: `${key}@example.com`, sentAt: performance.now() };
    this.all.push(signUp);
    this.waiting += 1;
    this.mostWaiting = Math.max(this.mostWaiting, this.waiting);
    return signUp;
  }

  end(signUp: SignUp, answer: Answer): void {
    this.waiting -= 1;
    signUp.answer = answer;
    signUp.waitedMs = performance.now() - signUp.sentAt;
    if (answer.kind === 'answered') signUp.id = answer.id;
  }

  /** Those whose first attempt had this answer. */
  answeredWith(kind: Answer['kind']): SignUp[] {
    return this.all.filter(({ answer }) => answer?.kind === kind);
  }

  /** The kinds of failures, with their numbers. */
  failures(): string[] {
    const reasons = this.all.flatMap(({ answer }) => (answer?.kind === 'failed' ? [answer.reason] : []));
    return [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length }]) => `${length} × ${reason}`);
  }

  longestWaitMs(): number {
    return this.all.reduce((longest, { waitedMs = 0 }) => Math.max(longest, waitedMs), 0);
  }
}

/** Milliseconds from a moment until the first sign-up sent after it was answered with an id. */
export function backAfter({ all }: SignUps, moment: number): number {
  const times = all.flatMap(({ sentAt, waitedMs = 0, answer }) =>
    sentAt > moment && answer?.kind === 'answered' ? [sentAt + waitedMs - moment] : [],
  );
  return Math.min(...times);
}

/** The longest time in milliseconds, from a moment on, in which no sign-up was answered with an id. */
export function longestPauseAfter({ all }: SignUps, moment: number): number {
  const answeredAt = all
    .flatMap(({ sentAt, waitedMs = 0, answer }) => (answer?.kind === 'answered' ? [sentAt + waitedMs] : []))
    .filter((at) => at > moment)
    .toSorted((a, b) => a - b);
  return answeredAt.reduce((longest, at, index) => Math.max(longest, at - (answeredAt[index - 1] ?? moment)), 0);
}

/** The milliseconds that these sign-ups took, ascending. */
export const waitsOf = (signUps: readonly SignUp[]): number[] =>
  signUps.flatMap(({ waitedMs }) => (waitedMs === undefined ? [] : [waitedMs])).toSorted((a, b) => a - b);
