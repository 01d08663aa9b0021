import { sql } from 'kysely';
import type { Announcement } from '#contract/events/announcement-calls.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { newId } from '#server/db/new-id.ts';
import type { EventRow } from '#server/db/tables.ts';
import { AppError, orNotFound } from '#server/errors.ts';
import { lockFormShared } from '#server/form-store/form-rows.ts';
import { type StaffAdd, writeOnce } from '#server/idempotency.ts';
import { announcePart } from '#server/registrations/announcements.ts';
import type { EventPath } from '#server/wire-names.ts';
import type { Actor, Write, ZonedDeps } from '#server/write.ts';
import { listUnannounced, selectEvent } from './queries.ts';

/** Notifies the people who do not know about an event's changes. Requires its lock. @returns undefined if there is nobody */
export async function announceTo(w: Write, event: EventRow, { audience: statuses, note }: Announcement, timeZone: string) {
  const [pending] = await listUnannounced(w, [event]);
  const audience = [...new Set(statuses)];
  const count = pending === undefined ? 0 : audience.reduce((sum, status) => sum + pending[status], 0);
  if (pending === undefined || count === 0) return undefined;
  const announcement = {
    id: newId(),
    kind: 'changed',
    form_id: event.form_id,
    event_id: event.id,
    actor_name: w.by.name,
    note: trimmedOrNull(note),
    audience: sql<Announcement['audience']>`${audience}::registration_status[]`,
    content: JSON.stringify(pending.changes.before),
    told: count,
    changed_at: sql<Date>`(${JSON.stringify(event.announced_details)}::jsonb ->> 'changed_at')::timestamptz`,
  } as const;
  await w.insertInto('announcements').values(announcement).execute();
  await w.updateTable('events').set({ announced_details: null }).where('id', '=', event.id).execute();
  await announcePart(w, announcement.id, timeZone);
  w.did({ about: { type: 'announcement', id: announcement.id, title: event.title } });
  return { id: announcement.id, told: count };
}

/** Notifies people of a change, the first ones now, the others through a worker; one key never notifies anyone twice. @returns how many @throws AppError `not_found`, `malformed` without a key, or `conflict` */
export async function announceChange(
  deps: ZonedDeps,
  by: Actor,
  path: EventPath,
  { input, callId }: StaffAdd<Announcement>,
): Promise<number> {
  const { told } = await writeOnce(deps, by, callId, {
    add: async (w) => {
      await lockFormShared(w, { kind: 'series', id: path.seriesId });
      const event = orNotFound(await selectEvent(w, path).forNoKeyUpdate().executeTakeFirst(), 'Event');
      if (callId.key === undefined) throw new AppError('malformed', 'Idempotency-Key is missing');
      const announced = await announceTo(w, event, input, deps.config.timeZone);
      if (announced === undefined) throw new AppError('conflict', 'Everyone already knows');
      return announced;
    },
    find: (w, id) => w.selectFrom('announcements').select(['id', 'told']).where('id', '=', id).executeTakeFirst(),
  });
  return told;
}
