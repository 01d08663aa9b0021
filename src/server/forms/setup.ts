import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SeriesEdit } from '#contract/forms/event-series.ts';
import type { FormRef } from '#contract/forms/form-ref.ts';
import type { FormHost, Setup, SetupItem } from '#contract/forms/setup.ts';
import { topicOf } from '#contract/live.ts';
import { trimmedOrNull } from '#contract/rules/text.ts';
import { type StepName, STEPS } from '#contract/steps/steps.ts';
import { mailTimeText } from '#contract/texts/event-mails.ts';
import type { Config } from '#server/config/config.ts';
import { type Db, rowOf } from '#server/db/connection.ts';
import type { FormRow, Row } from '#server/db/tables.ts';
import { notFound } from '#server/errors.ts';
import { checkForm, FORM_NAMES, isForm, isOf } from '#server/form-store/form-rows.ts';
import { listPlaceCounts, listStoredForms, otherDates, shownPlaces } from '#server/form-store/public-form.ts';
import type { Services } from '#server/services/services.ts';
import { momentsAsText } from '#server/wire-names.ts';
import { type Actor, type Write, write, type WriteDeps } from '#server/write.ts';
import { getForm } from './queries.ts';

type MailSettings = Pick<SeriesEdit, 'email_from' | 'email_subject' | 'email_template'>;

export type SetupValues = Partial<Omit<Row<'form_setups'>, 'form_id'>>;

/** Identifies a mail without storing its text a second time. */
export function digestOfMail({ email_from: from, email_subject: subject, email_template: template }: MailSettings): string {
  const parts = [from, subject, template].map((text) => trimmedOrNull(text ?? null));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Records what the setup list of a series or form cannot read elsewhere; false if there is no such series or form. */
export async function keepInSetup(w: Write, form: FormRef, values: SetupValues): Promise<boolean> {
  const columns = Object.keys(values).map((name) => sql.ref(name));
  const { numAffectedRows } = await sql`
    insert into form_setups (form_id, ${sql.join(columns)})
    select id, ${sql.join(Object.values(values))} from forms where ${isForm(form)} for key share
    on conflict (form_id) do update set ${sql.join(columns.map((column) => sql`${column} = excluded.${column}`))}`.execute(w);
  if (numAffectedRows !== 1n) return false;
  w.changed({ topic: topicOf(form) });
  return true;
}

/** Hides the setup list of a series or form for all staff, or brings it back. @throws AppError `not_found` */
export async function dismissSetup(deps: WriteDeps, by: Actor, form: FormRef, isDismissed: boolean) {
  const at = isDismissed ? new Date() : null;
  await write(deps, by, async (w) => {
    if (!(await keepInSetup(w, form, { dismissed_at: at }))) throw notFound(FORM_NAMES[form.kind]);
  });
  return { dismissed_at: at?.toISOString() ?? null };
}

interface SetupDeps {
  readonly db: Db;
  readonly services: Services;
  readonly config: Pick<Config, 'timeZone' | 'visitReports'>;
}

const readKept = (db: Db, { id }: FormRef) => db.selectFrom('form_setups').selectAll().where('form_id', '=', id).executeTakeFirst();

const readFirstSignUp = (db: Db, form: FormRef) => rowOf<{ readonly submitted_at: Date }>(db)`
  select submitted_at from submissions where ${isOf(form)} and not is_added_by_staff and email_key <> '' order by submitted_at limit 1`;

/** The other sites on which a form was seen, last seen first. @throws AppError `not_found` */
export async function listHosts(db: Db, form: FormRef): Promise<FormHost[]> {
  await checkForm(db, form);
  const hosts = db.selectFrom('form_hosts').select(['host', 'first_seen_at', 'last_seen_at']);
  return (await hosts.where(isOf(form)).orderBy('last_seen_at', 'desc').execute()).map(momentsAsText);
}

const item = (name: SetupItem['name'], at: Date | null | undefined, detail: string | null = null): SetupItem => ({
  name,
  state: at === null || at === undefined ? 'open' : 'done',
  at: at?.toISOString() ?? null,
  detail,
});

const off = (name: SetupItem['name']): SetupItem => ({ ...item(name, null), state: 'off' });

const isAskedFor = (step: StepName, settings: FormRow): boolean =>
  STEPS[step].settings.every((name) => name !== 'copper_tag' && name !== 'email_forward' && Boolean(settings[name]));

function testItems({ services }: SetupDeps, form: FormRef, settings: FormRow, kept: Awaited<ReturnType<typeof readKept>>): SetupItem[] {
  const mailAt = kept?.tested_mail === digestOfMail(settings) ? kept.mail_tested_at : null;
  const slackAt = kept?.tested_channel === settings.slack_channel_id ? kept?.slack_tested_at : null;
  return [
    services.mail !== undefined && isAskedFor('email', settings) ? item('mail_tested', mailAt) : off('mail_tested'),
    ...reminderItem(form, settings),
    services.slack !== undefined && isAskedFor('slack', settings)
      ? item('slack_tested', slackAt, settings.slack_channel_id)
      : off('slack_tested'),
  ];
}

const describedItem = ({ kind }: FormRef, { description, cover }: FormRow): SetupItem[] =>
  kind === 'marketing' ? [] : [{ ...item('described', null), state: description === null && cover === null ? 'open' : 'done' }];

/** Switching on a reminder is not an event, so there is no moment. */
const reminderItem = ({ kind }: FormRef, { reminder_minutes: minutes }: FormRow): SetupItem[] =>
  kind === 'marketing'
    ? []
    : [{ ...item('reminder', null, minutes === 0 ? null : mailTimeText('reminder', minutes)), state: minutes === 0 ? 'off' : 'done' }];

/** An event that still takes sign-ups, if there is one. */
async function eventSetupItem({ db, config: { timeZone } }: SetupDeps, { kind, id }: FormRef): Promise<SetupItem[]> {
  if (kind === 'marketing') return [];
  const [[form], counts] = await Promise.all([listStoredForms(db, [id], timeZone), listPlaceCounts(db, [id])]);
  const now = Date.now();
  const [event = form?.events[0]] = form === undefined ? [] : otherDates(form, shownPlaces(form, counts, now), now);
  const state = event === undefined ? 'open' : 'done';
  return [{ ...item('event', null, event?.event_title), state, at: event?.date ?? null, until: event?.end_date }];
}

/** What is done, and what remains to be done before a series or form takes sign-ups. @throws AppError `not_found` */
export async function readSetup(deps: SetupDeps, form: FormRef): Promise<Setup> {
  const { db, config } = deps;
  const [settings, kept, event, hosts, signUp] = await Promise.all([
    getForm(db, form),
    readKept(db, form),
    eventSetupItem(deps, form),
    listHosts(db, form),
    readFirstSignUp(db, form),
  ]);
  const [host] = hosts;
  return {
    items: [
      ...event,
      item('form_seen', kept?.form_seen_at),
      ...describedItem(form, settings),
      ...testItems(deps, form, settings, kept),
      config.visitReports ? item('embed_seen', host === undefined ? null : new Date(host.last_seen_at), host?.host) : off('embed_seen'),
      item('first_signup', signUp?.submitted_at),
    ],
    dismissed_at: kept?.dismissed_at?.toISOString() ?? null,
  };
}
