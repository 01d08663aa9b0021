import type { Connection } from '#contract/steps/connections.ts';

const isFailing = ({ succeeded_at: succeededAt, failed_at: failedAt }: Connection): boolean =>
  failedAt !== null && (succeededAt === null || Date.parse(failedAt) > Date.parse(succeededAt));

export function connectionState(connection: Connection): 'Not connected' | 'Last call failed' | 'Working' | 'Not used yet' {
  if (!connection.is_configured) return 'Not connected';
  if (isFailing(connection)) return 'Last call failed';
  return connection.succeeded_at === null ? 'Not used yet' : 'Working';
}
