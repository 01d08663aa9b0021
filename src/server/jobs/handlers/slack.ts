import { eventLine } from '#contract/rules/event-line.ts';
import { ServiceError } from '#server/integrations/service-error.ts';
import type { SlackClient } from '#server/integrations/slack.ts';
import { type SlackMessage, type SlackRow, slackMessage } from '#server/integrations/slack-blocks.ts';
import { labelledAnswers, type SignUpDetails } from '#server/jobs/sign-up-details.ts';
import type { StepHandler } from '#server/jobs/step-handler.ts';

interface SlackDeps {
  /** Undefined: Slack is not configured on this server. */
  readonly slack: SlackClient | undefined;
  readonly timeZone: string;
}

/** Said of a step that is asked for on a server without a token (decision 33). */
const SLACK_NOT_CONFIGURED = 'Slack is not set up on this server. Whoever runs it has to set SLACK_BOT_TOKEN; then retry.';

const eventsText = ({ events }: SignUpDetails, timeZone: string): string =>
  events.map(({ title, startsAt }) => `${title} – ${eventLine(startsAt, timeZone)}`).join('\n');

/** Name, organisation, job title, e-mail, chosen events and the fields flagged for Slack, no others (decision 36). */
function signUpMessage(details: SignUpDetails, timeZone: string): SlackMessage {
  const name = `${details.firstName} ${details.lastName}`.trim();
  const rows: SlackRow[] = [
    { label: 'Name', value: name },
    { label: 'Organisation', value: details.organisation },
    { label: 'Job title', value: details.jobTitle },
    { label: 'Email', value: details.email },
    ...(details.kind === 'series' ? [{ label: 'Events', value: eventsText(details, timeZone) }] : []),
    ...labelledAnswers(details)
      .filter((answer) => answer.showOnSlack)
      .map(({ label, text }) => ({ label, value: text })),
  ];
  return slackMessage({ title: `New sign-up: ${details.title}`, summary: `New sign-up for ${details.title}: ${name}`, rows });
}

/** Tells the channel of the series or form of a sign-up. */
export const slackHandler =
  ({ slack, timeZone }: SlackDeps): StepHandler =>
  async (details, { signal }) => {
    const { slackChannelId } = details;
    if (slackChannelId === null)
      throw new ServiceError('Slack notifications were switched off before this one was sent.', { isTemporary: false });
    if (slack === undefined) throw new ServiceError(SLACK_NOT_CONFIGURED, { isTemporary: false });
    await slack.post(slackChannelId, signUpMessage(details, timeZone), signal);
    return `Posted to channel ${slackChannelId}`;
  };
