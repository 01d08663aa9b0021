import type { ServerState } from '#contract/server-state.ts';
import type { SendingPause } from '#server/jobs/sending-pause.ts';

export const presentPause = ({ since, backupTakenAt, unsent, outbox }: SendingPause): NonNullable<ServerState['sending_pause']> => ({
  since: since.toISOString(),
  backup_taken_at: backupTakenAt.toISOString(),
  unsent,
  outbox,
});
