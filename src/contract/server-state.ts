import { z } from 'zod';
import { endpoint, staffRead } from './endpoint.ts';
import { SERVICE_NAMES, serviceName, SERVICES } from './steps/steps.ts';
import { counted } from './texts/counts.ts';
import { moment } from './wire-text.ts';

const AREAS = [
  'Settings',
  'Database',
  'Durability',
  'Connections to the database',
  'Clock',
  'Queues',
  'Backups',
  'Identity provider',
  'Email',
  'Slack',
  'Copper',
  'Certificates',
  'Traces',
] as const;

const findingSchema = z.object({
  area: z.enum(AREAS),
  state: z.enum(['good', 'warning', 'bad']),
  text: z.string(),
  advice: z.string().nullable(),
});

/** Queues are counted up to this, so that a backlog does not slow down reading them. */
export const COUNTED_MAX = 10_000;

/** Such as "1 mail" or "2 mails"; where counting ends, "at least 10,000 mails". */
export const countedUpTo = (...[count, one, several]: Parameters<typeof counted>): string =>
  `${count >= COUNTED_MAX ? 'at least ' : ''}${counted(count, one, several)}`;

/** What is waiting while nothing is sent after a restore. */
const sendingPauseSchema = z.object({
  since: moment,
  backup_taken_at: moment,
  /** From `COUNTED_MAX` on these are minimums. */
  unsent: z.record(serviceName, z.int()),
  /** Sign-ups and changes whose steps are still to be written. */
  outbox: z.int(),
});

/** Such as "2 Slack messages, 31 mails, and what follows 4 sign-ups or changes". */
export function unsentInWords({ unsent, outbox }: Pick<z.infer<typeof sendingPauseSchema>, 'unsent' | 'outbox'>): string {
  const parts = SERVICE_NAMES.filter((service) => unsent[service] > 0).map((service) =>
    countedUpTo(unsent[service], ...SERVICES[service].sent),
  );
  const more = `${parts.length === 0 ? '' : 'and '}what follows ${countedUpTo(outbox, 'sign-up or change', 'sign-ups or changes')}`;
  return [...parts, ...(outbox === 0 ? [] : [more])].join(', ') || 'nothing';
}

const backupsSchema = z.object({
  succeeded_at: moment.nullable(),
  bytes: z.int().nullable(),
  kept: z.int(),
  failed_at: moment.nullable(),
  failure: z.string().nullable(),
});

export const serverStateCalls = {
  getServerState: endpoint(staffRead, '/server', {
    response: z.object({ sending_pause: sendingPauseSchema.nullable(), backups: backupsSchema.nullable() }),
    summary: 'Whether sending is paused, and the state of the nightly backups; null if they are off',
  }),
  checkServer: endpoint({ ...staffRead, needs: 'edit' }, '/server/check', {
    response: z.array(findingSchema),
    summary: 'Check settings, database, clock, queues, certificates and services; sends nothing',
  }),
} as const;

export type Finding = z.infer<typeof findingSchema>;
export type BackupsState = z.infer<typeof backupsSchema>;
export type ServerState = z.infer<(typeof serverStateCalls)['getServerState']['response']>;
