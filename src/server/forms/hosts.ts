import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { VIA_NAME, viaOf } from '#contract/rules/payload-keys.ts';
import { HOUR_MS } from '#contract/rules/time.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import { isForm, isOf } from '#server/form-store/form-rows.ts';
import type { Tell } from '#server/live/change.ts';

const HEADER_MAX = 2_000;
const HOSTS_MAX = 50;
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
