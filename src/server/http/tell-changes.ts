import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LiveTopic } from '#contract/live.ts';
import type { Tell, ToldChange } from '#server/live/change.ts';

interface ChangedIds {
  readonly id?: string;
  readonly eventId?: string;
  readonly submissionId?: string;
}

/** The kinds of topics, by the noun that a path begins with. */
const KINDS: Readonly<Record<string, 'series' | 'form' | 'feedback'>> = {
  event_series: 'series',
  form: 'form',
  'website-feedback': 'feedback',
};

/** The topics that a path names, the most specific last. */
function topicsOf(noun: string, url: string, { id, eventId }: ChangedIds): LiveTopic[] {
  const kind = KINDS[noun];
  if (kind === undefined || id === undefined) return eventId === undefined ? [] : [`event/${eventId}`];
  if (url.includes('formfield')) return [`${kind}/${id}`, `fields/${id}`];
  return eventId === undefined ? [`${kind}/${id}`] : [`${kind}/${id}`, `event/${eventId}`];
}

/** A call that names no submission may have changed any of the topic, or is about something else. */
const idsOfMany = (areChanged: boolean): null | [] => (areChanged ? null : []);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether an answer is somebody who waits for a place. */
const isWaiting = (answer: unknown): boolean =>
  isRecord(answer) &&
  isRecord(answer['data']) &&
  isRecord(answer['data']['_registration']) &&
  answer['data']['_registration']['status'] === 'waiting';

/** What a call has changed, by its path. Who only waits is no new attendee. */
function changesOf({ routeOptions: { url = '' }, params, user: by }: FastifyRequest, hasAddedWaiting: boolean): ToldChange[] {
  const [, , noun = ''] = url.split('/');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the route has parsed them
  const changed = params as ChangedIds;
  const topics = topicsOf(noun, url, changed);
  const isAboutSteps = ['submission', 'steps', 'change'].includes(noun) || url.endsWith('/retry');
  const ids = changed.submissionId === undefined ? idsOfMany(isAboutSteps || url.endsWith('/undo')) : [changed.submissionId];
  if (isAboutSteps) return ['attention' as const, ...topics].map((topic) => ({ topic, ids, by }));
  const isAdded = url.endsWith('/submission/add') || url.endsWith('/submit');
  const added = isAdded && !hasAddedWaiting ? 1 : 0;
  const isItself = (topic: LiveTopic): boolean => topic === topics.at(-1);
  return [
    { topic: 'dashboard', by },
    ...topics.map((topic) => ({ topic, added: isItself(topic) ? added : 0, ids, by: isItself(topic) ? by : null })),
  ];
}

const isWrite = ({ method, routeOptions: { config } }: FastifyRequest): boolean => method === 'POST' && config.changesNothing !== true;

/** Tells open screens of each successful write of this scope, after its answer and so after its commit. Sign-ups are told by their writer. */
export function tellChanges(app: FastifyInstance, tell: Tell): void {
  const waiting = new WeakSet<FastifyRequest>();
  app.addHook('preSerialization', (request, _reply, answer, done) => {
    if (isWrite(request) && isWaiting(answer)) waiting.add(request);
    done(null, answer);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 200 && isWrite(request)) tell(...changesOf(request, waiting.has(request)));
    done();
  });
}
