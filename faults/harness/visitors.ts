import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Answer, type Form, type SignUp, SignUps } from './sign-ups.ts';

/** When a visitor gives up; no answer may take half as long. */
const PATIENCE_MS = 45_000;
const TICK_MS = 10;
const REPEATED_AT_ONCE = 100;
const REPEATS = 5;
const REPEAT_PAUSE_MS = 1_000;

const answerSchema = z.object({ data: z.object({ id: z.string() }) });

function bodyOf({ form, email }: SignUp): string {
  return JSON.stringify({
    first_name: 'Ada',
    last_name: 'Lovelace',
    job_title: 'Analyst',
    organisation: 'Engines Ltd',
    email,
    accepts_marketing: false,
    events: [form.eventId],
  });
}

function answerOf({ statusCode, headers }: http.IncomingMessage, body: string): Answer {
  if (statusCode === 200) return { kind: 'answered', id: answerSchema.parse(JSON.parse(body)).data.id };
  if (statusCode === 503 && Number(headers['retry-after']) > 0) return { kind: 'refused' };
  return { kind: 'failed', reason: `${statusCode} ${body.slice(0, 200)}` };
}

const reasonOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : String(error));

/** The server has just closed the keep-alive connection: browsers send the request again automatically. */
const isStale = (request: http.ClientRequest, error: unknown): boolean => request.reusedSocket && reasonOf(error) === 'ECONNRESET';

interface Rate {
  readonly perSecond: number;
  readonly seconds?: number;
  readonly until?: AbortSignal;
}

/** People who sign up at a server or a balancer, on keep-alive connections as browsers have them. */
export class Visitors {
  readonly signUps = new SignUps();
  readonly #url: string;
  readonly #agent = new http.Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = url;
  }

  async signUp(form: Form): Promise<SignUp> {
    const signUp = this.signUps.begin(form);
    this.signUps.end(signUp, await this.#send(signUp));
    return signUp;
  }

  /** Signs people up at a constant rate; resolves when the last one has an answer. */
  async atRate(form: Form, { perSecond, seconds = Number.POSITIVE_INFINITY, until }: Rate): Promise<SignUp[]> {
    const startedAt = performance.now();
    const all: Promise<SignUp>[] = [];
    while (all.length < perSecond * seconds && until?.aborted !== true) {
      const due = Math.min(perSecond * seconds, ((performance.now() - startedAt) / 1_000) * perSecond);
      while (all.length < due) all.push(this.signUp(form));
      await sleep(TICK_MS);
    }
    return Promise.all(all);
  }

  /** This many people, each of whom signs up again as soon as an answer arrives, until the signal is aborted. */
  async crowd(form: Form, { people, until }: { people: number; until: AbortSignal }): Promise<SignUp[]> {
    const visit = async (): Promise<SignUp[]> => {
      const own: SignUp[] = [];
      while (!until.aborted) {
        const signUp = await this.signUp(form);
        own.push(signUp);
        if (signUp.answer?.kind === 'failed') await sleep(TICK_MS); // Without a pause, a closed port would be tried thousands of times.
      }
      return own;
    };
    return (await Promise.all(Array.from({ length: people }, visit))).flat();
  }

  /**
   * Sends a sign-up again with its key, as the page does after a failure.
   * @throws Error when it fails again, or gets another id than before
   */
  async repeat(): Promise<void> {
    const open = this.signUps.all.filter(({ id, isDeleted }) => id === undefined && isDeleted !== true);
    const next = async (): Promise<void> => {
      for (let signUp = open.pop(); signUp !== undefined; signUp = open.pop()) await this.#repeatOne(signUp);
    };
    await Promise.all(Array.from({ length: REPEATED_AT_ONCE }, next));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #repeatOne(signUp: SignUp): Promise<void> {
    for (let number = 1; ; number += 1) {
      const answer = await this.#send(signUp);
      if (answer.kind === 'answered') {
        signUp.id = answer.id;
        return;
      }
      if (number === REPEATS) throw new Error(`A sign-up that was sent ${number} times more is not taken: ${JSON.stringify(answer)}`);
      await sleep(REPEAT_PAUSE_MS);
    }
  }

  async #send(signUp: SignUp): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const request = http.request(`${this.#url}/api/event_series/${signUp.form.seriesId}/submit`, {
      method: 'POST',
      agent: this.#agent,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { 'content-type': 'application/json', 'idempotency-key': signUp.key },
    });
    request.on('response', resolve).on('error', reject).end(bodyOf(signUp));
    try {
      const response = await promise;
      return answerOf(response, await text(response));
    } catch (error) {
      if (isStale(request, error)) return this.#send(signUp);
      return { kind: 'failed', reason: request.reusedSocket ? `${reasonOf(error)} on a kept connection` : reasonOf(error) };
    }
  }
}
