import { CONSEQUENCES } from '#contract/registrations/registration-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { FULL, placesTaken } from '#contract/texts/places.ts';
import { type Db, rowsOf } from '#server/db/connection.ts';
import { withLease } from '#server/db/work-lease.ts';
import { notAttempted, permanent, type ServiceError, temporary } from '#server/services/service-error.ts';
import type { Services } from '#server/services/services.ts';
import { asOneMessage, type SlackMessage, slackMessage, type SlackRow } from '#server/services/slack-blocks.ts';
import type { SlackClient } from '#server/services/slack.ts';
import type { AttemptContext } from '#server/steps/run-steps.ts';
import { type ChangeOfSignUp, titleOf } from '../change-details.ts';
import { eventsWith, labelledAnswers, nameOf, type RegisteredEvent, type SignUpDetails } from '../sign-up-details.ts';
import { leaveSummary, listPending, markReported, type PendingSignUp, planMessage, type SignUpToPost } from '../slack-summary.ts';

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
export const shownLine = ({ title, startsAt, endsAt, position, isCancelled }: RegisteredEvent, timeZone: string): string =>
  [
    `${isCancelled ? `Cancelled: ${title}` : title} – ${eventLine(startsAt, timeZone, endsAt)}`,
    ...(position === null ? [] : [`(waiting list, position ${position})`]),
  ].join(' ');

/** The events with a place, and those on whose waiting list the person is. */
export const shownEvents = ({ events }: SignUpDetails): RegisteredEvent[] =>
  events.filter(({ status }) => status === 'confirmed' || status === 'waiting');

function signUpMessage(details: SignUpDetails, timeZone: string): SlackMessage {
  const name = nameOf(details);
  const events = shownEvents(details).map((event) => shownLine(event, timeZone));
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

function summaryMessage(pending: readonly PendingSignUp[]): SlackMessage {
  const title = `And ${pending.length} more ${pending.length === 1 ? 'sign-up' : 'sign-ups'} in the last minute`;
  const byTitle = [...Map.groupBy(pending, (each) => each.title)];
  return slackMessage({ title, summary: title, rows: byTitle.map(([label, ofTitle]) => ({ label, value: String(ofTitle.length) })) });
}

/** Posts the summaries: one at a time per channel over all workers, and once for all steps of this worker that ask at the same time. */
function summaryPoster(db: Db): (slack: SlackClient, channelId: string, signal: AbortSignal) => Promise<void> {
  const posting = new Map<string, Promise<void>>();
  const post = async (slack: SlackClient, channelId: string, signal: AbortSignal) => {
    const lost = () => temporary('Another worker is sending the summary of this channel.', 'busy');
    await withLease({ db, name: `slack:${channelId}`, signal, lost }, async (leaseSignal) => {
      const pending = await listPending(db, channelId);
      if (pending.length === 0) return;
      await slack.post(channelId, summaryMessage(pending), leaseSignal);
      await markReported(db, pending);
    });
  };
  return async (slack, channelId, signal) => {
    const running = posting.get(channelId) ?? post(slack, channelId, signal).finally(() => posting.delete(channelId));
    posting.set(channelId, running);
    return running;
  };
}

const inSummary = (retryAfterMs: number): ServiceError =>
  notAttempted('Many people signed up together: the channel gets this one in a summary.', retryAfterMs);

/** Counts the sign-up for its channel. Returns the note for one that was in a summary, undefined for one that gets its own message. */
async function findInSummary(db: Db, signUp: SignUpToPost, postSummary: () => Promise<void>): Promise<string | undefined> {
  let plan = await planMessage(db, signUp);
  if (plan.kind === 'summary-due') {
    await postSummary();
    plan = await planMessage(db, signUp);
  }
  if (plan.kind === 'summary-later') throw inSummary(plan.inMs);
  if (plan.kind === 'summary-due') throw inSummary(DUE_AGAIN_MS); // It came just after a summary that another step posted.
  return plan.kind === 'reported' ? `Reported in channel ${signUp.channelId}, in a summary of ${plan.reportedWith}` : undefined;
}

/** Announces sign-ups in the channel of their series or form; those beyond the limit per minute share one summary. */
export function slackHandler(deps: SlackDeps) {
  const { db, timeZone, slackMessagesPerMinute: perMinute } = deps;
  const postSummary = summaryPoster(db);
  return async (details: SignUpDetails, { wasRetriedByStaff, signal }: AttemptContext): Promise<string> => {
    const { settings, id: submissionId } = details;
    const { channelId, slack } = channelOrThrow(deps, settings);
    if (wasRetriedByStaff) await leaveSummary(db, submissionId);
    const summary = wasRetriedByStaff
      ? undefined
      : await findInSummary(db, { submissionId, channelId, perMinute }, async () => postSummary(slack, channelId, signal));
    const own = summary === undefined ? [signUpMessage(details, timeZone)] : [];
    const filled = eventsWith(details, 'confirmed').some(({ isLimited }) => isLimited) ? await listFilledBy(db, submissionId) : [];
    const messages = [...own, ...filled.map(fullMessage)];
    if (messages.length > 0) await slack.post(channelId, asOneMessage(messages), signal);
    return summary ?? `Posted to channel ${channelId}`;
  };
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

export const changeSlackHandler =
  (deps: SlackDeps) =>
  async (subject: ChangeOfSignUp, { signal }: AttemptContext): Promise<string> => {
    const { signUp } = subject;
    const { channelId, slack } = channelOrThrow(deps, signUp.settings);
    const name = nameOf(signUp);
    const title = `${CONSEQUENCES[subject.change.kind].slack ?? 'Registration changed'}: ${signUp.title}`;
    const rows = [{ label: 'Name', value: name }, { label: 'Email', value: signUp.email }, ...changedLines(subject, deps.timeZone)];
    await slack.post(channelId, slackMessage({ title, summary: `${title}: ${name}`, rows }), signal);
    return `Posted to channel ${channelId}`;
  };
