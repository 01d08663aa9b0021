import type { NightlyBackups } from '#server/backup/nightly-backups.ts';
import type { Metric } from './metric.ts';

const MS_PER_SECOND = 1_000;

/** The nightly backups of this server (setting BACKUP_DIR). */
export const backupMetrics = (backups: Pick<NightlyBackups, 'state'>): Metric[] => [
  {
    name: 'turnout_backup_succeeded_timestamp_seconds',
    help: 'When the last backup was made, in seconds since 1970; left out while there is none',
    kind: 'gauge',
    read: () => {
      const { succeeded_at: succeededAt } = backups.state();
      return succeededAt === null ? [] : [{ value: Date.parse(succeededAt) / MS_PER_SECOND }];
    },
  },
  {
    name: 'turnout_backup_bytes',
    help: 'Size of the last backup',
    kind: 'gauge',
    read: () => {
      const { bytes } = backups.state();
      return bytes === null ? [] : [{ value: bytes }];
    },
  },
  {
    name: 'turnout_backup_failing',
    help: 'Whether the last attempt failed',
    kind: 'gauge',
    read: () => [{ value: backups.state().failure === null ? 0 : 1 }],
  },
];
