import type { Connection } from '#contract/connections.ts';
import { isBlank } from '#contract/rules/text.ts';

type Service = Connection['service'];

/** What a service is called, and what goes there (decisions 34 to 39). */
export const SERVICE_WORDS: Readonly<Record<Service, { readonly name: string; readonly purpose: string }>> = {
  slack: { name: 'Slack', purpose: 'Tells a channel of each sign-up.' },
  mail: { name: 'Email', purpose: 'Confirms sign-ups to attendees, and forwards copies.' },
  copper: { name: 'Copper CRM', purpose: 'Keeps attendees as leads with their tags, and knows duplicate leads.' },
};

/** Whether the last call failed: a failure that a later success has followed is history. */
const isFailing = ({ succeeded_at: succeededAt, failed_at: failedAt }: Connection): boolean =>
  failedAt !== null && (succeededAt === null || Date.parse(failedAt) > Date.parse(succeededAt));

/** How a connection stands, in a word or three. */
export function connectionState(connection: Connection): 'Not set up' | 'Last call failed' | 'Working' | 'Not used yet' {
  if (!connection.is_configured) return 'Not set up';
  if (isFailing(connection)) return 'Last call failed';
  return connection.succeeded_at === null ? 'Not used yet' : 'Working';
}

/** What is wrong with the channel to test; undefined when nothing is. */
export const channelProblem = (channelId: string): string | undefined => (isBlank(channelId) ? 'Please enter a channel ID' : undefined);
