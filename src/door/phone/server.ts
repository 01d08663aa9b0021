import { readServerEvents, type ServerEvent } from '#admin/api/server-events.ts';
import { untilSilence } from './pause.ts';

/** How long to wait for an answer, and then for each part of it, since a long list takes longer over a slow connection. */
const PART_TIMEOUT_MS = 5_000;
const BUSY = 429;
const FAILED = 500;

/** The result of a call. `none`: unknown, as when there is no network, or a proxy answers instead of the server. */
export type Answer<Data> =
  | { readonly kind: 'done'; readonly data: Data }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'none' };

const NONE = { kind: 'none' } as const;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function refusalOf(status: number, problem: Readonly<Record<string, unknown>>): Answer<never> {
  const first: unknown = Array.isArray(problem.errors) ? problem.errors[0] : undefined;
  const { message = problem.detail } = isRecord(first) ? first : {};
  return typeof message === 'string' ? { kind: 'refused', status, detail: message } : NONE;
}

/** Makes a call and reads its answer. @throws Error when nothing arrives for too long */
const fetchJson = async (path: string, request: RequestInit) =>
  untilSilence(PART_TIMEOUT_MS, async ({ signal }, hear) => {
    const { ok, status, body } = await fetch(path, { ...request, signal, cache: 'no-store' });
    hear();
    const [decoder, reader] = [new TextDecoder(), body?.getReader()];
    let text = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      hear();
      text += decoder.decode(part.value, { stream: true });
    }
    const answer: unknown = JSON.parse(text);
    return { ok, status, answer };
  });

/** The server for a phone at the door: each call has the link's token and identifies the phone. */
export class DoorServer {
  readonly #phone: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(token: string, phone: string) {
    this.#phone = phone;
    this.#headers = { authorization: `Door ${token}`, phone, 'content-type': 'application/json' };
  }

  /** The server through another link on this phone. */
  by(token: string): DoorServer {
    return new DoorServer(token, this.#phone);
  }

  /** Makes a call, a POST with a `body`. Never throws. */
  async call<Data>(path: string, body?: object): Promise<Answer<Data>> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    try {
      const { ok, status, answer } = await fetchJson(`/api/door/${path}`, { ...sent, headers: this.#headers });
      if (status === BUSY || status >= FAILED || !isRecord(answer)) return NONE;
      if (!ok) return refusalOf(status, answer);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests check the server's answers by the contract
      return isRecord(answer.data) ? { kind: 'done', data: answer.data as Data } : NONE;
    } catch {
      return NONE;
    }
  }

  /** Yields the events of the stream until it ends; none if it is refused. @throws Error without an answer */
  async *follow(openForMs: number, signal: AbortSignal, onPart: () => void): AsyncGenerator<ServerEvent> {
    const { ok, body } = await fetch(`/api/door/live?open_for=${openForMs}`, { headers: this.#headers, signal, cache: 'no-store' });
    if (ok && body !== null) yield* readServerEvents(body, onPart);
  }
}
