import type { FormRef } from '#contract/forms/form-ref.ts';
import { topicOf } from '#contract/live.ts';
import { VIA_NAME, viaOf } from '#contract/rules/payload-keys.ts';
import { type Db, hasRows, oneRowOf } from '#server/db/connection.ts';
import { hourlyWriter } from '#server/db/hourly-writer.ts';
import { isForm, isOf } from '#server/form-store/form-rows.ts';
import type { Notify } from '#server/live/notice.ts';

const HEADER_MAX = 2_000;
const HOSTS_MAX = 50;
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

interface Sighting {
  readonly form: FormRef;
  readonly host: string;
  /** The visitor's network address. */
  readonly address: string;
}

/** The other site that embeds the form, from the `Visit-Source` header. @param ownHosts hosts with ports of this server @returns undefined for none, or a broken header */
export function embeddingHost(header: unknown, ownHosts: readonly string[]): string | undefined {
  if (typeof header !== 'string' || header.length > HEADER_MAX) return undefined;
  const source = new URLSearchParams(header);
  const via = viaOf(source.get(VIA_NAME));
  const page = URL.parse(source.get('source_page') ?? '');
  if (via === undefined || via === 'page' || via === 'qr' || page === null) return undefined;
  return HOST_NAME.test(page.hostname) && !ownHosts.includes(page.host) ? page.hostname : undefined;
}

/** Records, by the hour, when a form was seen on a host. Beyond 50, one makes room: seen on a single day, or unseen for longest. @returns whether it was written, and which made room */
async function writeSighting(db: Db, { form, host }: Sighting): Promise<{ isWritten: boolean; forgotten: string[] }> {
  return oneRowOf<{ isWritten: boolean; forgotten: string[] }>(db)`
    with forgotten as (
      delete from form_hosts where ${isOf(form)} and host in (
        select host from form_hosts where ${isOf(form)} and host <> ${host}
        order by (last_seen_at at time zone 'UTC')::date > (first_seen_at at time zone 'UTC')::date desc, last_seen_at desc, host
        offset ${HOSTS_MAX - 1}
      ) returning host
    ), written as (
      insert into form_hosts (form_id, host) select id, ${host} from forms where ${isForm(form)} for key share
      on conflict (form_id, host) do update set last_seen_at = now() where form_hosts.last_seen_at < now() - interval '1 hour'
      returning host
    )
    select exists (select from written) as "isWritten", array(select host from forgotten) as forgotten`;
}

const isKnown = (db: Db, { form, host }: Sighting): Promise<boolean> =>
  hasRows(db)`select from form_hosts where ${isOf(form)} and host = ${host}`;

interface FormHostsDeps {
  readonly db: Db;
  readonly notify: Notify;
  /** Counts another host that is new to a form; false if the network of this address has added enough today. */
  readonly mayAdd: (address: string) => boolean;
}

const keyOf = ({ form, host }: Sighting): string => `${form.id} ${host}`;

/** Records the hosts on which forms were seen. */
export const formHosts = ({ db, notify, mayAdd }: FormHostsDeps): ((sighting: Sighting) => void) =>
  hourlyWriter(keyOf, async (sighting, forget) => {
    if (!(await isKnown(db, sighting)) && !mayAdd(sighting.address)) throw new Error('Too many new hosts');
    const { isWritten, forgotten } = await writeSighting(db, sighting);
    for (const host of forgotten) forget(keyOf({ ...sighting, host }));
    if (isWritten) notify({ topic: topicOf(sighting.form) });
  });
