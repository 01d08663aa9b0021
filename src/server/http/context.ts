import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { DatabaseConnection, Db } from '#server/db/connection.ts';
import type { LiveStreams } from '#server/live/streams.ts';
import type { GetLogo } from '#server/services/logo.ts';
import type { Services } from '#server/services/services.ts';
import type { WriteDeps } from '#server/write.ts';
import type { VerifyToken } from './guard.ts';
import type { Limits } from './limits/limits.ts';

/** What all routes and pages are given; `process/context.ts` makes it, and adds what belongs to a noun. */
export interface Context extends WriteDeps {
  readonly config: Config;
  readonly log: Logger;
  /** The connections of staff, as `db`, for prepared statements. */
  readonly pool: pg.Pool;
  /** For statistics, search and exports; they may go to a replica, and are as new as those of `db`. */
  readonly reads: Db;
  readonly visitors: Pick<DatabaseConnection, 'db' | 'pool'>;
  readonly services: Services;
  readonly live: LiveStreams;
  readonly limits: Limits;
  readonly verifyToken: VerifyToken;
  readonly getLogo: GetLogo | undefined;
}
