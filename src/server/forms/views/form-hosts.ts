import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { VIA_NAME, viaOf } from '#contract/rules/payload-keys.ts';
import { Batcher } from '#server/db/batcher.ts';
import type { Db } from '#server/db/connection.ts';
import type { Tell } from '#server/live/change.ts';
import { isForm, isOf } from '../stored-form.ts';

const HEADER_MAX = 2_000;
const HOSTS_MAX = 50;
const HOUR_MS = 3_600_000;
/** Hosts that this process remembers to have written. */
const REMEMBERED_MAX = 10_000;

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

interface Sighting {
  readonly form: FormRef;
  readonly host: string;
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

/** Keeps when a form was first and last seen on a host: one write an hour for each, and at most 50 hosts a form. */
async function writeSighting(db: Db, { form, host }: Sighting): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into form_hosts (form_id, host)
    select id, ${host} from forms
    where ${isForm(form)}
      and (exists (select from form_hosts where ${isOf(form)} and host = ${host})
        or (select count(*) from form_hosts where ${isOf(form)}) < ${HOSTS_MAX})
    for key share
    on conflict (form_id, host) do update set last_seen_at = now() where form_hosts.last_seen_at < now() - interval '1 hour'`.execute(db);
  return numAffectedRows === 1n;
}

interface FormHostsDeps {
  readonly db: Db;
  readonly tell: Tell;
}

/** Where forms were seen, written beside the visitors' calls: a failed write never affects the visitor, and the next view retries it. */
export class FormHosts {
  readonly #written = new Map<string, number>();
  readonly #sightings: Batcher<Sighting, void>;

  constructor({ db, tell }: FormHostsDeps) {
    this.#sightings = new Batcher<Sighting, void>({
      max: 1,
      run: async ([sighting]) => {
        if (sighting !== undefined && (await writeSighting(db, sighting))) tell({ topic: topicOf(sighting.form) });
        return [undefined];
      },
    });
  }

  saw(sighting: Sighting): void {
    const key = `${sighting.form.id} ${sighting.host}`;
    const now = Date.now();
    if (now - (this.#written.get(key) ?? 0) < HOUR_MS) return;
    if (this.#written.size >= REMEMBERED_MAX) this.#written.clear();
    this.#written.set(key, now);
    this.#sightings.add(sighting).catch(() => this.#written.delete(key));
  }
}
