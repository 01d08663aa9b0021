import { ANNOUNCED_CHANGES } from '#contract/registrations/registration-changes.ts';
import { eventLine } from '#contract/rules/event-line.ts';
import { ANNOUNCEMENTS } from '#contract/texts/changes.ts';
import { slackMessage } from '#server/services/slack-blocks.ts';
import { type ChangeOfSignUp, titleOf } from '../change-details.ts';
import type { ChangeHandler } from '../step-handler.ts';
import { channelOrThrow, type SlackDeps } from './slack.ts';

/** What was changed, with the event where that does not name it. */
export function changedLines({ change, signUp }: ChangeOfSignUp, timeZone: string): { label: string; value: string }[] {
  const event = signUp.events.find(({ id }) => id === change.eventId);
  const changes = (change.details.changes ?? []).map(({ label, before, now }) => ({ label, value: `${before} → ${now}` }));
  const title = titleOf(change);
  if (change.eventId !== null && change.leftTitles !== null) return change.leftTitles.map((value) => ({ label: 'Event', value }));
  if (title === '') return changes;
  const value = event === undefined ? title : `${title} – ${eventLine(event.startsAt, timeZone, event.endsAt)}`;
  return [{ label: 'Event', value }, ...changes];
}

export const announcementOf = ({ change }: ChangeOfSignUp): { readonly slack: string; readonly copy: string } | undefined => {
  const kind = ANNOUNCED_CHANGES.find((announced) => announced === change.kind);
  return kind === undefined ? undefined : ANNOUNCEMENTS[kind];
};

/** Tells the channel of a series what became of a registration. */
export const changeSlackHandler =
  (deps: SlackDeps): ChangeHandler =>
  async (subject, { signal }) => {
    const { signUp } = subject;
    const { channelId, slack } = channelOrThrow(deps, signUp.settings);
    const name = `${signUp.firstName} ${signUp.lastName}`.trim();
    const title = `${announcementOf(subject)?.slack ?? 'Registration changed'}: ${signUp.title}`;
    const rows = [{ label: 'Name', value: name }, { label: 'Email', value: signUp.email }, ...changedLines(subject, deps.timeZone)];
    await slack.post(channelId, slackMessage({ title, summary: `${title}: ${name}`, rows }), signal);
    return `Posted to channel ${channelId}`;
  };
