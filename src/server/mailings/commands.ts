import { sql } from 'kysely';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { Mailing, SentMailing } from '#contract/mailings/mailing-calls.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/time.ts';
import { checkAudience, countAudience } from '#server/attendees/audience.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, invalid } from '#server/errors.ts';
import { holdForm } from '#server/form-store/form-rows.ts';
import { type StaffAdd, writeOnce } from '#server/idempotency.ts';
import { configured } from '#server/messages/connections.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import type { MailingDeps } from './preview.ts';
import { changeWaiting, stopWithin } from './progress.ts';
import { getMailing, type MailingRef } from './queries.ts';

export interface CommandDeps extends WriteDeps, MailingDeps {}

/** How long a mailing waits before it begins, so that it can be undone. */
const UNDO_MS = 10 * SECOND_MS;

function beginsAt(asked: string | null): Date {
  const now = Date.now();
  if (asked === null) return new Date(now + UNDO_MS);
  const at = Date.parse(asked);
  if (at < now + MINUTE_MS) throw invalid([{ path: 'begins_at', message: 'Please choose a time that is at least a minute ahead' }]);
  if (at > now + 365 * DAY_MS) throw invalid([{ path: 'begins_at', message: 'Please choose a time within a year' }]);
  return new Date(at);
}

const about = ({ id, subject }: { readonly id: string; readonly subject: string | null }) => ({
  type: 'mailing',
  id,
  title: subject ?? '',
});

/** Sends a mailing in 10 seconds, or later. @throws AppError `not_found`, `invalid`, `unavailable` without mail, or `conflict` if the number of people differs from that confirmed */
export async function sendMailing(deps: CommandDeps, by: Actor, form: FormRef, { input, callId }: StaffAdd<SentMailing>): Promise<Mailing> {
  const { services, config } = deps;
  configured(services.mail, services.descriptions.mail);
  const { id } = await writeOnce(deps, by, callId, {
    add: async (w) => {
      await holdForm(w, form);
      const { audience, purpose, subject, template, people } = input;
      const begins = beginsAt(input.begins_at);
      const found = await checkAudience(w, { form, audience, purpose, at: begins });
      const counts = await countAudience(w, found, config.timeZone);
      if (counts.people !== people)
        throw new AppError('conflict', 'The number of people has changed.', { current: { people: counts.people } });
      const [event] = found.events;
      const values = {
        id: newId(),
        form_id: form.id,
        kind: 'mailing' as const,
        purpose,
        subject,
        template,
        event_id: audience.events !== 'all' && found.events.length === 1 ? (event?.id ?? null) : null,
        audience: JSON.stringify(form.kind === 'series' ? { ...audience, statuses: audience.statuses ?? ['confirmed'] } : audience),
        // A mailing for later goes to people who match at that time.
        people_shown: input.begins_at === null ? people : null,
        begins_at: begins,
        by_name: by.name,
        by_email: by.email,
      };
      w.did({ about: about(values) });
      await w.insertInto('mailings').values(values).execute();
      return { id: values.id };
    },
    find: async (_, mailingId) => ({ id: mailingId }),
  });
  return getMailing(deps.db, { form, mailingId: id }, config.mailingsPerMinute);
}

/** Changes a mailing under a lock. @returns the previous mailing */
async function changeMailing(deps: CommandDeps, by: Actor, ref: MailingRef, change: (w: Write, mailing: Mailing) => Promise<unknown>) {
  const { mailingsPerMinute } = deps.config;
  return write(deps, by, async (w) => {
    await sql`select from mailings where id = ${ref.mailingId} and form_id = ${ref.form.id} for update`.execute(w);
    const mailing = await getMailing(w, ref, mailingsPerMinute);
    w.did({ about: about(mailing) });
    w.changed({ topic: `mailing/${mailing.id}` });
    await change(w, mailing);
    return mailing;
  });
}

/** Withdraws a mailing that has not begun. @returns the mailing @throws AppError `not_found`, or `conflict` once it has begun */
export const undoMailing = (deps: CommandDeps, by: Actor, ref: MailingRef): Promise<Mailing> =>
  changeMailing(deps, by, ref, async (w, { state, kind }) => {
    if (state !== 'scheduled' || kind !== 'mailing') throw new AppError('conflict', 'It is already being sent.', { current: { state } });
    await w.deleteFrom('mailings').where('id', '=', ref.mailingId).execute();
  });

/** Stops a mailing, so that no more of its mails are sent. @throws AppError `not_found`, or `conflict` when it is not being sent */
export async function stopMailing(deps: CommandDeps, by: Actor, ref: MailingRef): Promise<Mailing> {
  await changeMailing(deps, by, ref, async (w, { state, kind }) => {
    if (state !== 'running' || kind !== 'mailing')
      throw new AppError('conflict', 'This mailing is not being sent now.', { current: { state } });
    await stopWithin(w, ref.mailingId);
  });
  return getMailing(deps.db, ref, deps.config.mailingsPerMinute);
}

/** Sends the rest of a stopped mailing. @throws AppError `not_found`, or `conflict` when it is not stopped */
export async function resumeMailing(deps: CommandDeps, by: Actor, ref: MailingRef): Promise<Mailing> {
  await changeMailing(deps, by, ref, async (w, { state }) => {
    if (state !== 'stopped') throw new AppError('conflict', 'This mailing is not stopped.', { current: { state } });
    await w.updateTable('mailings').set({ stopped_at: null, ended_at: null, why: null }).where('id', '=', ref.mailingId).execute();
    await changeWaiting(w, ref.mailingId, sql`next_try_at = now(), first_tried_at = null, attempts = 0, message = '', cause = ''`);
  });
  return getMailing(deps.db, ref, deps.config.mailingsPerMinute);
}
