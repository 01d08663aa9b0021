import type { FastifyInstance } from 'fastify';
import { type Finding, type ServerState, serverStateCalls } from '#contract/server-state.ts';
import { readBackupsState } from '#server/backup/backups-state.ts';
import type { Db } from '#server/db/connection.ts';
import { type Examined, examine } from '#server/doctor/examine.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/open-services.ts';
import { type SendingPause, findPause } from '#server/steps/sending-pause.ts';

const presentPause = ({ since, backupTakenAt, unsent, outbox }: SendingPause): NonNullable<ServerState['sending_pause']> => ({
  since: since.toISOString(),
  backup_taken_at: backupTakenAt.toISOString(),
  unsent,
  outbox,
});

interface ServerStateDeps {
  readonly db: Db;
  readonly services: Services;
  readonly examined: Examined;
}

export function serverStateRoutes(app: FastifyInstance, { db, services, examined }: ServerStateDeps): void {
  let running: Promise<Finding[]> | undefined;
  serve(app, serverStateCalls.getServerState, async () => {
    const pause = await findPause(db);
    return { sending_pause: pause === undefined ? null : presentPause(pause), backups: await readBackupsState(db) };
  });
  // Who asks meanwhile gets the answer of the check under way.
  serve(app, serverStateCalls.checkServer, async () => {
    running ??= examine({ db, services, examined }).finally(() => {
      running = undefined;
    });
    return running;
  });
}
