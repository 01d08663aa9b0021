import type { Connection } from '#contract/connections.ts';
import { isBlank } from '#contract/rules/text.ts';

type Service = Connection['service'];

/** The name of each service and what it is for. */
export const SERVICE_TEXTS: Readonly<Record<Service, { readonly name: string; readonly purpose: string }>> = {
  slack: { name: 'Slack', purpose: 'Tells a channel of each sign-up.' },
  mail: { name: 'Email', purpose: 'Confirms sign-ups to attendees, and forwards copies.' },
  copper: { name: 'Copper CRM', purpose: 'Keeps attendees as leads with their tags, and knows duplicate leads.' },
};

/** Whether the last call failed. */
const isFailing = ({ succeeded_at: succeededAt, failed_at: failedAt }: Connection): boolean =>
  failedAt !== null && (succeededAt === null || Date.parse(failedAt) > Date.parse(succeededAt));

/** The state of a connection in a few words. */
export function connectionState(connection: Connection): 'Not set up' | 'Last call failed' | 'Working' | 'Not used yet' {
  if (!connection.is_configured) return 'Not set up';
  if (isFailing(connection)) return 'Last call failed';
  return connection.succeeded_at === null ? 'Not used yet' : 'Working';
}

/** The error for the channel to test, if any. */
export const channelProblem = (channelId: string): string | undefined => (isBlank(channelId) ? 'Please enter a channel ID' : undefined);
