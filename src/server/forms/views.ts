import { createIsbotFromList, isbotPatterns, list } from 'isbot';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { VIA_NAME, viaOf } from '#contract/rules/payload-keys.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { isRowLevelError } from '#server/db/outage.ts';
import { notFound } from '#server/errors.ts';
import { addManyOnce } from '#server/idempotency.ts';
import type { Tell } from '#server/live/change.ts';
import { VISITOR, write, type WriteDeps } from '#server/write.ts';
import { FORM_NAMES, isForm, isOf } from './form-rows.ts';
import { checkForm } from './queries.ts';
import { keepInSetup } from './setup.ts';

const HEADER_MAX = 2_000;
const HOSTS_MAX = 50;
const HOUR_MS = 3_600_000;
/** Hosts that this process remembers to have written. */
const REMEMBERED_MAX = 10_000;

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

interface Sighting {
  readonly form: FormRef;
  readonly host: string;
  /** Of the visitor. */
  readonly network: string;
}

/**
 * The other site that embeds the form, by the header `Visit-Source` of its page; undefined when there is none, or the header is broken.
 * @param ownHosts host and port under which this server is reached
 */
export function embeddingHost(header: unknown, ownHosts: readonly string[]): string | undefined {
  if (typeof header !== 'string' || header.length > HEADER_MAX) return undefined;
  const source = new URLSearchParams(header);
  const via = viaOf(source.get(VIA_NAME));
  const page = URL.parse(source.get('source_page') ?? '');
  if (via === undefined || via === 'page' || via === 'qr' || page === null) return undefined;
  return HOST_NAME.test(page.hostname) && !ownHosts.includes(page.host) ? page.hostname : undefined;
}

/** Keeps when a form was first and last seen on a host, by one write an hour. Of more than 50 hosts the one unseen for longest makes room. */
async function writeSighting(db: Db, { form, host }: Sighting): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with forgotten as (
      delete from form_hosts where ${isOf(form)} and host in (
        select host from form_hosts where ${isOf(form)} and host <> ${host} order by last_seen_at desc, host offset ${HOSTS_MAX - 1}
      )
    )
    insert into form_hosts (form_id, host) select id, ${host} from forms where ${isForm(form)} for key share
    on conflict (form_id, host) do update set last_seen_at = now() where form_hosts.last_seen_at < now() - interval '1 hour'`.execute(db);
  return numAffectedRows === 1n;
}

async function isKnown(db: Db, { form, host }: Sighting): Promise<boolean> {
  const row = await db.selectFrom('form_hosts').select('host').where(isOf(form)).where('host', '=', host).executeTakeFirst();
  return row !== undefined;
}

interface FormHostsDeps {
  readonly db: Db;
  readonly tell: Tell;
  /** Counts one more host that is new to a form; false when this network has added enough today. */
  readonly mayAdd: (network: string) => boolean;
}

/** Where forms were seen, written beside the visitors' calls: a failed write never affects the visitor, and the next view retries it. */
export class FormHosts {
  readonly #written = new LRUCache<string, true>({ max: REMEMBERED_MAX, ttl: HOUR_MS });
  readonly #sightings: Batcher<Sighting, void>;

  constructor({ db, tell, mayAdd }: FormHostsDeps) {
    this.#sightings = new Batcher<Sighting, void>({
      max: 1,
      run: async ([sighting]) => {
        if (sighting === undefined) return [];
        if (!(await isKnown(db, sighting)) && !mayAdd(sighting.network)) throw new Error('Too many new hosts');
        if (await writeSighting(db, sighting)) tell({ topic: topicOf(sighting.form) });
        return [undefined];
      },
    });
  }

  saw(sighting: Sighting): void {
    const key = `${sighting.form.id} ${sighting.host}`;
    if (this.#written.has(key)) return;
    this.#written.set(key, true);
    this.#sightings.add(sighting).catch(() => this.#written.delete(key));
  }
}

/** Batches written at the same time: while one form is locked, views of others are still counted. */
const RUNS = 2;

interface View {
  readonly form: FormRef;
  /** Random id of the page load, which is counted once; without one each call counts. */
  readonly key: string | undefined;
}

/** @throws AppError `not_found` when there is no such series or form */
async function addViews(db: Db, form: FormRef, views: number): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into view_counts as counted (form_id, day, views)
    select id, (now() at time zone 'UTC')::date, ${views}::integer from (select id from forms where ${isForm(form)} for key share) as form
    on conflict (form_id, day) do update set views = counted.views + excluded.views`.execute(db);
  if (numAffectedRows !== 1n) throw notFound(FORM_NAMES[form.kind]);
}

/** The same for all spellings of an id. */
const nameOf = ({ kind, id }: FormRef): string => `${kind === 'series' ? 'event_series' : 'form'}/${id.toLowerCase()}`;

/** @param views of one form */
async function countOnce(db: Db, views: readonly View[]): Promise<unknown[]> {
  const [first] = views;
  if (first === undefined) return [];
  const id = first.form.id.toLowerCase();
  return db.transaction().execute((tx) =>
    addManyOnce(
      tx,
      views.map(({ key }) => ({ callId: { scope: `${nameOf(first.form)}/track_views`, key, bodyHash: '' } })),
      {
        add: async (fresh) => {
          await addViews(tx, first.form, fresh.length);
          return fresh.map(() => id);
        },
        rowIdOf: (rowId) => rowId,
        find: async (ids) => new Map(ids.map((id) => [id, id])),
      },
    ),
  );
}

/** Counts views of public forms: one counter per form and UTC day, written in batches. */
export function viewCounter(deps: WriteDeps) {
  const { db } = deps;
  const views = new Batcher<View, unknown>({
    groupOf: ({ form }) => nameOf(form),
    runs: RUNS,
    run: (batch) => countOnce(db, batch),
    isItemLevelError: isRowLevelError,
  });
  return {
    /** @throws AppError `not_found` when there is no such series or form */
    count: (view: View) => views.add(view),
    /** @throws AppError `not_found` when there is no such series or form */
    check: (form: FormRef) => checkForm(db, form),
    /** Keeps when staff first looked at the form. @throws AppError `not_found` when there is no such series or form */
    lookAt: async (form: FormRef): Promise<void> => {
      const kept = await db.selectFrom('form_setups').select('form_seen_at').where(isOf(form)).executeTakeFirst();
      if (kept !== undefined && kept.form_seen_at !== null) return;
      const isThere = await write(deps, VISITOR, (w) => keepInSetup(w, form, { form_seen_at: new Date() }));
      if (!isThere) throw notFound(FORM_NAMES[form.kind]);
    },
  };
}

/** User-Agents that isbot takes for bots but that are counted: programs calling the API, and headless browsers. */
const COUNTED = ['node', 'curl/8.5.0', 'python-requests/2.31.0', 'Mozilla/5.0 HeadlessChrome/140.0.0.0 Safari/537.36'];

const counted = new Set(COUNTED.flatMap(isbotPatterns));

/** Whether a User-Agent is that of a crawler, link preview or page check. */
export const isKnownBot = createIsbotFromList(list.filter((pattern) => !counted.has(pattern)));

/** Marks browsers of staff, whose views are not counted; it holds no secret (D31). */
export const STAFF_COOKIE = 'turnout-staff';
