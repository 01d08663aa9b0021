import { sql } from 'kysely';
import { CONSEQUENCES } from '#contract/registrations/registration-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { FULL, placesTaken } from '#contract/texts/places.ts';
import { type Db, oneRowOf, rowsOf } from '#server/db/connection.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { withLease } from '#server/db/work-lease.ts';
import { notAttempted, permanent, type ServiceError, temporary } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { asOneMessage, type SlackMessage, slackMessage, type SlackRow } from '#server/services/slack-blocks.ts';
import type { AttemptContext } from '#server/steps/run-steps.ts';
import { type ChangeOfSignUp, titleOf } from '../change-details.ts';
import { eventsWith, labelledAnswers, nameOf, type RegisteredEvent, type SignUpDetails } from '../sign-up-details.ts';

interface FullEvent {
  readonly title: string;
  readonly taken: number;
  readonly capacity: number;
}

/** The events at which a visitor's sign-up took the last free place. */
const listFilledBy = (db: Db, submissionId: string): Promise<FullEvent[]> => rowsOf<FullEvent>(db)`
  select event.title, places.taken, places.capacity
  from registrations as own
  join event_places as places on places.event_id = own.event_id and places.taken >= places.capacity
  join events as event on event.id = own.event_id
  where own.submission_id = ${submissionId} and own.status = 'confirmed' and not exists (
    select from registrations as later join submissions on submissions.id = later.submission_id and not submissions.is_added_by_staff
    where later.event_id = own.event_id and later.status = 'confirmed'
      and (later.submitted_at, later.submission_id) > (own.submitted_at, own.submission_id))
  order by event.starts_at nulls last, event.id`;

export interface SlackDeps extends Pick<Services, 'slack'> {
  readonly db: Db;
  readonly timeZone: string;
  /** How many separate messages a channel gets in a minute; the rest go into one summary (setting SLACK_MESSAGES_PER_MINUTE). */
  readonly slackMessagesPerMinute: number;
  /** Summaries that are being posted, by channel. */
  readonly summaries: Map<string, Promise<void>>;
}

const SLACK_NOT_CONFIGURED = 'Slack is not set up on this server. The person who runs it must set SLACK_BOT_TOKEN; then retry.';
const DUE_AGAIN_MS = 1_000;

/** The channel of a series or form, and Slack. @throws ServiceError when notifications are off, or Slack is not set up */
function channelOrThrow({ slack }: SlackDeps, { send_notifications_slack: isOn, slack_channel_id: channelId }: SignUpDetails['settings']) {
  if (!isOn || channelId === null) throw permanent('Slack notifications were switched off before this one was sent.', 'switched_off');
  if (slack === undefined) throw permanent(SLACK_NOT_CONFIGURED, 'not_connected');
  return { channelId, slack };
}

/** An event with its date, and the position of a person on its waiting list. */
export function shownLine({ title, startsAt, endsAt, position, isCancelled }: RegisteredEvent, timeZone: string): string {
  const line = `${isCancelled ? `Cancelled: ${title}` : title} – ${eventLine(startsAt, timeZone, endsAt)}`;
  return position === null ? line : `${line} (waiting list, position ${position})`;
}

/** The events with a place, and those on whose waiting list the person is. */
export const reportedEvents = ({ events }: SignUpDetails): RegisteredEvent[] =>
  events.filter(({ status }) => status === 'confirmed' || status === 'waiting');

function signUpMessage(details: SignUpDetails, timeZone: string): SlackMessage {
  const name = nameOf(details);
  const events = reportedEvents(details).map((event) => shownLine(event, timeZone));
  const rows: SlackRow[] = [
    { label: 'Name', value: name },
    { label: 'Organisation', value: details.organisation },
    { label: 'Job title', value: details.jobTitle },
    { label: 'Email', value: details.email },
    ...(details.kind === 'series' ? [{ label: 'Events', value: events.join('\n') }] : []),
    ...labelledAnswers(details)
      .filter((answer) => answer.showOnSlack)
      .map(({ label, text }) => ({ label, value: text })),
  ];
  return slackMessage({ title: `New sign-up: ${details.title}`, summary: `New sign-up for ${details.title}: ${name}`, rows });
}

function fullMessage({ title, taken, capacity }: FullEvent): SlackMessage {
  const text = `${FULL}: ${title}`;
  return slackMessage({ title: text, summary: text, rows: [{ label: 'Places', value: placesTaken(taken, capacity) }] });
}

interface Counted {
  /** Whether it goes into the summary at the end of this minute, which is in `in_ms`. */
  readonly is_added: boolean;
  readonly in_ms: number;
  /** Whether that minute is over: the step was put off until its end. */
  readonly is_due: boolean;
  /** How many the summary was posted with. */
  readonly summarised_with: number | null;
}

/** Counts another message in this minute; if that is too many, the sign-up goes into the summary at its end. */
const countMessage = ({ db, slackMessagesPerMinute: perMinute }: SlackDeps, submissionId: string, channelId: string): Promise<Counted> =>
  oneRowOf<Counted>(db)`
    with known as (
      select summarised_with from slack_summaries where submission_id = ${submissionId} and channel_id = ${channelId}
    ), counted as (
      insert into slack_minutes as m (channel_id, minute, messages)
      select ${channelId}, floor(extract(epoch from now()) / 60)::integer, 1 where not exists (select from known)
      on conflict (channel_id) do update set
        messages = case when m.minute = excluded.minute then m.messages + 1 else 1 end, minute = excluded.minute
      returning messages
    ), added as (
      insert into slack_summaries (submission_id, channel_id) select ${submissionId}::uuid, ${channelId} from counted where messages > ${perMinute}
      on conflict (submission_id) do update set channel_id = excluded.channel_id, summarised_with = null, added_at = now()
      returning 1
    )
    select exists (select from known where summarised_with is null) as is_due, (select summarised_with from known) as summarised_with, exists (select from added) as is_added,
      ((60 - extract(second from now())) * 1000)::float8 as in_ms`;

interface PendingSignUp {
  readonly submissionId: string;
  readonly title: string;
}

/** The sign-ups for the next summary of a channel, without those deleted in the meantime. */
const listPending = (db: Db, channelId: string): Promise<PendingSignUp[]> => rowsOf<PendingSignUp>(db)`
  select s.id as "submissionId", form.title
  from slack_summaries summary join submissions s on s.id = summary.submission_id
  left join forms form on form.id = s.form_id
  where summary.channel_id = ${channelId} and summary.summarised_with is null`;

function summaryMessage(pending: readonly PendingSignUp[]): SlackMessage {
  const title = `And ${pending.length} more ${pending.length === 1 ? 'sign-up' : 'sign-ups'} in the last minute`;
  const byTitle = [...Map.groupBy(pending, (each) => each.title)];
  return slackMessage({ title, summary: title, rows: byTitle.map(([label, ofTitle]) => ({ label, value: String(ofTitle.length) })) });
}

type Channel = ReturnType<typeof channelOrThrow>;

/** Posts the summary of a channel: one at a time over all workers, and once for all steps of this worker that ask at the same time. */
function postSummary({ db, summaries }: SlackDeps, { channelId, slack }: Channel, signal: AbortSignal): Promise<void> {
  const lost = () => temporary('Another worker is sending the summary of this channel.', 'busy');
  const post = () =>
    withLease({ db, name: `slack:${channelId}`, signal, lost }, async (leaseSignal) => {
      const pending = await listPending(db, channelId);
      if (pending.length === 0) return;
      await slack.post(channelId, summaryMessage(pending), leaseSignal);
      const ids = pending.map(({ submissionId }) => submissionId);
      await sql`update slack_summaries set summarised_with = ${ids.length} where submission_id = any(${ids}::uuid[])`.execute(db);
    });
  const running = summaries.get(channelId) ?? post().finally(() => summaries.delete(channelId));
  summaries.set(channelId, running);
  return running;
}

const inSummary = (retryAfterMs: number): ServiceError =>
  notAttempted('Many people signed up at the same time: the channel gets this one in a summary.', retryAfterMs);

/** Counts the sign-up for its channel. Returns the note for one that was in a summary, undefined for one that gets its own message. */
async function findInSummary(deps: SlackDeps, submissionId: string, channel: Channel, signal: AbortSignal): Promise<string | undefined> {
  const { channelId } = channel;
  let counted = await countMessage(deps, submissionId, channelId);
  if (counted.is_due) {
    await postSummary(deps, channel, signal);
    counted = await countMessage(deps, submissionId, channelId);
  }
  if (counted.is_added) throw inSummary(counted.in_ms);
  if (counted.is_due) throw inSummary(DUE_AGAIN_MS); // It came just after a summary that another step posted.
  return counted.summarised_with === null ? undefined : `Reported in channel ${channelId}, in a summary of ${counted.summarised_with}`;
}

/** Deletes entries whose steps have long ended; for the hourly cleanup. */
export const purgeSummaries = (db: Db): Promise<number> =>
  deleteInBatches(db, { table: 'slack_summaries', where: sql<boolean>`added_at < now() - interval '2 days'`, by: 'added_at' });

/** Announces a sign-up in the channel of its series or form; those beyond the limit per minute share one summary. */
export async function postSignUp(deps: SlackDeps, details: SignUpDetails, { wasRetriedByStaff, signal }: AttemptContext): Promise<string> {
  const { db, timeZone } = deps;
  const { settings, id: submissionId } = details;
  const channel = channelOrThrow(deps, settings);
  const { channelId, slack } = channel;
  if (wasRetriedByStaff) await db.deleteFrom('slack_summaries').where('submission_id', '=', submissionId).execute();
  const summary = wasRetriedByStaff ? undefined : await findInSummary(deps, submissionId, channel, signal);
  const own = summary === undefined ? [signUpMessage(details, timeZone)] : [];
  const filled = eventsWith(details, 'confirmed').some(({ isLimited }) => isLimited) ? await listFilledBy(db, submissionId) : [];
  const messages = [...own, ...filled.map(fullMessage)];
  if (messages.length > 0) await slack.post(channelId, asOneMessage(messages), signal);
  return summary ?? `Posted to channel ${channelId}`;
}

/** What was changed, with the event if that does not name it. */
export function changedLines({ change, signUp }: ChangeOfSignUp, timeZone: string): { label: string; value: string }[] {
  const { changes: changed = [], left = [] } = change.details;
  const lineOf = ({ title: of, startsAt, endsAt }: RegisteredEvent): string => `${of} – ${eventLine(startsAt, timeZone, endsAt)}`;
  const event = signUp.events.find(({ id }) => id === change.eventId);
  const changes = changed.map(({ label, before, now }) => ({ label, value: `${before} → ${now}` }));
  const title = titleOf(change);
  // One of several registrations that were given up together.
  if (change.eventId !== null && left.length > 0)
    return signUp.events.filter(({ id }) => left.includes(id)).map((each) => ({ label: 'Event', value: lineOf(each) }));
  if (title === '') return changes;
  return [{ label: 'Event', value: event === undefined ? title : lineOf(event) }, ...changes];
}

export async function postChange(deps: SlackDeps, subject: ChangeOfSignUp, { signal }: AttemptContext): Promise<string> {
  const { signUp } = subject;
  const { channelId, slack } = channelOrThrow(deps, signUp.settings);
  const name = nameOf(signUp);
  const title = `${CONSEQUENCES[subject.change.kind].slack ?? 'Registration changed'}: ${signUp.title}`;
  const rows = [{ label: 'Name', value: name }, { label: 'Email', value: signUp.email }, ...changedLines(subject, deps.timeZone)];
  await slack.post(channelId, slackMessage({ title, summary: `${title}: ${name}`, rows }), signal);
  return `Posted to channel ${channelId}`;
}
