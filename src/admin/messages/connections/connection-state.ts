import type { Connection } from '#contract/steps/connections.ts';

export function connectionState({ is_configured: isConfigured, succeeded_at: succeededAt, failed_at: failedAt }: Connection) {
  if (!isConfigured) return 'Not connected';
  if (failedAt !== null && (succeededAt === null || Date.parse(failedAt) > Date.parse(succeededAt))) return 'Last call failed';
  return succeededAt === null ? 'Not used yet' : 'Working';
}
