import { z } from 'zod';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { notAttempted, permanent, ServiceError, temporary } from './service-error.ts';
import { fetchFromService, retryAfterOf } from './service-fetch.ts';

export const leadSchema = z.object({
  id: z.int(),
  name: z.string().nullish(),
  company_name: z.string().nullish(),
  email: z.object({ email: z.string().nullish() }).nullish(),
  tags: z.array(z.string()).nullish(),
  details: z.string().nullish(),
  date_created: z.number().nullish(),
});

const leadsSchema = z.array(leadSchema);

export type CopperLead = z.infer<typeof leadSchema>;

/** The message of an error answer, shortened for staff, after a colon; empty when there is none. */
function messageOf(body: unknown): string {
  const message = z.object({ message: z.string() }).safeParse(body).data?.message;
  return message === undefined ? '' : `: ${message.slice(0, 300)}`;
}

const READ_FOR_IDS = 10_000;

/** The distinct numbers at the beginning of an answer that may be ids: Copper names the leads of an ambiguous match somewhere in its text. */
function idsIn(body: unknown): number[] {
  const beginning = JSON.stringify(body ?? '').slice(0, READ_FOR_IDS);
  return [...new Set([...beginning.matchAll(/\b\d{4,15}\b/g)].map(([id]) => Number(id)))];
}

/** Up to two minutes are written in seconds, up to two hours in minutes. */
const FEW = 2;

/** A duration, rounded up: `45 seconds`, `10 minutes`, `24 hours`. */
function inWords(ms: number): string {
  if (ms > FEW * HOUR_MS) return `${Math.ceil(ms / HOUR_MS)} hours`;
  if (ms > FEW * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} minutes`;
  const seconds = Math.ceil(ms / 1_000);
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
}

const UNREADABLE = 'Copper sent a response that cannot be read';
const PAGE_SIZE = 200;
const NOT_FOUND = 404;
const UNPROCESSABLE = 422;
const NAMED_MAX = 10;
const DETAILS_MAX = 60_000;
/** A page of leads that all have long details. */
const ANSWER_MAX_BYTES = 16 * 1_048_576;

export interface CrmPerson {
  readonly name: string;
  /** Normalised (`emailKey` of the contract). */
  readonly email: string;
  readonly company: string;
  readonly jobTitle: string;
  readonly tags: readonly string[];
  /** For the details of a new lead: whether and when the person accepted marketing. */
  readonly note: string;
  /** For the details of an existing lead; added once. */
  readonly noteForKnown: string;
}

export interface LeadPage {
  readonly leads: readonly CopperLead[];
  /** The number of leads on all pages; undefined if Copper does not report it. */
  readonly total: number | undefined;
}

/** The CRM. All calls wait for the rate limit, except `readAccount`: staff or the doctor wait for its answer. */
export interface CopperClient {
  /** Finds or creates the lead with this address, adds tags and note, and says what was done, for staff. @throws ServiceError */
  readonly upsertLead: (person: CrmPerson, signal?: AbortSignal) => Promise<string>;
  readonly readLeads: (page: number) => Promise<LeadPage>;
  readonly readAccount: () => Promise<string>;
}

/** Keeps the requests of all processes to one service under its rate limit. */
export interface RateLimiter {
  /** Waits until a request may be sent, and gives 0; during a long pause, immediately, the milliseconds left. @throws if aborted */
  readonly acquire: (signal?: AbortSignal) => Promise<number>;
  /** The milliseconds left of a pause, for a request that does not wait its turn. */
  readonly remainingPause: () => Promise<number>;
  /** Stops all requests for this long, including those that already wait in `acquire`. */
  readonly pause: (ms: number) => Promise<void>;
}

interface CopperSettings {
  readonly token: string;
  readonly userEmail: string;
  readonly apiUrl: string;
  readonly limiter: RateLimiter;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, signal?: AbortSignal) => Promise<Answer>;

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (!response.ok) return undefined; // The status says what went wrong.
    throw temporary(UNREADABLE, 'unreadable', error);
  }
}

function refusal({ status, headers, body }: Answer): ServiceError {
  const retryAfterMs = retryAfterOf(headers.get('retry-after'));
  if (status === 401 || status === 403) {
    return permanent(
      'Copper does not accept our token. The person who runs this server must check COPPER_API_TOKEN and COPPER_USER_EMAIL.',
      'token',
    );
  }
  if (status === 429)
    return new ServiceError('Copper asked us to wait: too many requests', { isTemporary: true, retryAfterMs, reason: 'busy' });
  const isTemporary = status === 408 || status >= 500;
  return new ServiceError(`Copper returned error ${status}${messageOf(body)}`, {
    isTemporary,
    retryAfterMs,
    reason: isTemporary ? 'fault' : undefined,
  });
}

function caller({ token, userEmail, apiUrl, limiter }: CopperSettings): Call {
  const headers = {
    'x-pw-accesstoken': token,
    'x-pw-application': 'developer_api',
    'x-pw-useremail': userEmail,
    'content-type': 'application/json',
  };
  return async (method, path, body, signal) => {
    const pauseMs = await limiter.acquire(signal);
    if (pauseMs > 0) throw notAttempted(`Copper asked for a pause, which lasts for another ${inWords(pauseMs)}.`, pauseMs);
    signal?.throwIfAborted(); // Not later: nobody knows whether an aborted request did its work.
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetchFromService('Copper', `${apiUrl}${path}`, init, ANSWER_MAX_BYTES);
    const answer = { status: response.status, headers: response.headers, body: await readBody(response) };
    if (answer.status === 429) await limiter.pause(retryAfterOf(answer.headers.get('retry-after')) ?? 1_000);
    return answer;
  };
}

function parse<T>(schema: z.ZodType<T>, answer: Answer): T {
  if (answer.status !== 200) throw refusal(answer);
  const parsed = schema.safeParse(answer.body);
  if (!parsed.success) throw temporary(UNREADABLE, 'unreadable');
  return parsed.data;
}

const union = (tags: readonly string[], more: readonly string[]): string[] => {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return [...tags, ...more.filter((tag) => !known.has(tag.toLowerCase()))];
};

function withNote(details: string, { note, noteForKnown }: CrmPerson): string {
  if (details.includes(note) || details.includes(noteForKnown)) return details; // Added by an attempt whose answer was lost.
  return `${details === '' ? '' : `${details}\n`}${noteForKnown}`.slice(-DETAILS_MAX).toWellFormed();
}

const isOf = ({ email }: CrmPerson, lead: CopperLead): boolean => lead.email?.email?.trim().toLowerCase() === email;

async function findLeads(call: Call, person: CrmPerson, signal?: AbortSignal): Promise<CopperLead[]> {
  const query = { page_number: 1, page_size: PAGE_SIZE, emails: [person.email] };
  return parse(leadsSchema, await call('POST', '/leads/search', query, signal)).filter((lead) => isOf(person, lead));
}

/** Adds tags and note to the oldest of these leads that still exists; undefined when there is none. */
async function addToOldest(call: Call, leads: readonly CopperLead[], person: CrmPerson, signal?: AbortSignal): Promise<string | undefined> {
  // Ids ascend, and decide where dates are missing.
  const [oldest] = leads.toSorted((a, b) => (a.date_created ?? 0) - (b.date_created ?? 0) || a.id - b.id);
  if (oldest === undefined) return undefined;
  const changed = { tags: union(oldest.tags ?? [], person.tags), details: withNote(oldest.details ?? '', person) };
  const answer = await call('PUT', `/leads/${oldest.id}`, changed, signal);
  // Deleted or converted, which Copper's search notices late.
  const others = leads.filter((lead) => lead !== oldest);
  if (answer.status === NOT_FOUND) return addToOldest(call, others, person, signal);
  parse(leadSchema, answer);
  if (others.length === 0) return `Added to lead ${oldest.id}`;
  return `${leads.length} leads share this address: added to the oldest, ${oldest.id}`;
}

/** Leads of this person that Copper's refusal names and its search did not find yet. Its numbers may be other ids as well. */
async function readNamed(call: Call, answer: Answer, person: CrmPerson, signal?: AbortSignal): Promise<CopperLead[]> {
  const leads: CopperLead[] = [];
  for (const id of idsIn(answer.body).slice(0, NAMED_MAX)) {
    const found = await call('GET', `/leads/${id}`, undefined, signal);
    if (found.status !== NOT_FOUND) leads.push(parse(leadSchema, found));
  }
  return leads.filter((lead) => isOf(person, lead));
}

async function create(call: Call, person: CrmPerson, signal?: AbortSignal): Promise<string> {
  const properties = {
    name: person.name,
    email: { email: person.email, category: 'work' },
    ...(person.company === '' ? {} : { company_name: person.company }),
    ...(person.jobTitle === '' ? {} : { title: person.jobTitle }),
    tags: person.tags,
    details: person.note,
  };
  // Copper matches the address again: its search may lag behind, and an attempt whose answer was lost may have created the lead.
  const answer = await call('PUT', '/leads/upsert', { properties, match: { field_name: 'email', field_value: person.email } }, signal);
  if (answer.status === UNPROCESSABLE) {
    const added = await addToOldest(call, await readNamed(call, answer, person, signal), person, signal);
    if (added !== undefined) return added;
  }
  return `Lead ${parse(leadSchema, answer).id} created`;
}

/** Copper's developer API. The caller retries, and makes sure that there is one call per address at a time. */
export function copperClient(settings: CopperSettings): CopperClient {
  const call = caller(settings);
  const callNow = caller({ ...settings, limiter: { ...settings.limiter, acquire: settings.limiter.remainingPause } });
  return {
    upsertLead: async (person, signal) => {
      return (await addToOldest(call, await findLeads(call, person, signal), person, signal)) ?? create(call, person, signal);
    },
    readLeads: async (page) => {
      const query = { page_number: page, page_size: PAGE_SIZE, sort_by: 'date_created', sort_direction: 'asc' };
      const answer = await call('POST', '/leads/search', query);
      const total = z.coerce
        .number()
        .int()
        .min(0)
        .safeParse(answer.headers.get('x-pw-total') ?? undefined).data;
      return { leads: parse(leadsSchema, answer), total };
    },
    readAccount: async () => parse(z.object({ id: z.int(), name: z.string() }), await callNow('GET', '/account')).name,
  };
}
