import type { Finding } from '#contract/server-state.ts';
import type { Config } from '#server/config/config.ts';
import { type DatabaseConnection, openDatabase } from '#server/db/connection.ts';
import { DIRECT_POOLED, openDirect, whyNotDirect } from '#server/db/direct-address.ts';
import { POOLER_WITHOUT_LIMIT, timeLimit } from '#server/db/pooler.ts';
import { whyNotForReads } from '#server/db/replica/replica.ts';
import { bad, good, tried, warning } from './finding.ts';

type Work = (connection: DatabaseConnection) => Promise<Finding>;

/** Opens one connection of its own; what breaks is told by the finding. */
async function withConnection(url: string, directUrl: string | undefined, work: Work): Promise<Finding> {
  const connection = openDatabase({ url, directUrl, pool: 1, log: { warn: () => undefined } });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

const askPooler =
  (directUrl: string): Work =>
  async ({ pool }) => {
    const direct = openDirect(directUrl, { warn: () => undefined });
    try {
      const problem = await whyNotDirect(pool, direct.pool);
      if (problem !== undefined) return bad('Database', problem);
      if (await direct.isPooler()) return warning('Database', DIRECT_POOLED);
    } finally {
      await direct.close();
    }
    return (await timeLimit(pool)) === '0'
      ? warning('Database', POOLER_WITHOUT_LIMIT)
      : good('Database', 'The pooler of DATABASE_URL answers');
  };

const askReplica =
  (primary: DatabaseConnection): Work =>
  async ({ pool }) => {
    const problem = await whyNotForReads(primary.pool, pool);
    return problem === undefined ? good('Database', 'The replica of DATABASE_READ_URL answers') : bad('Database', problem);
  };

/** Asks the pooler and the replica, where they are set, which the other checks go past. */
export async function checkAddresses({ url, directUrl, readUrl }: Partial<Config['database']>): Promise<readonly Finding[]> {
  const findings: Promise<readonly Finding[]>[] = [];
  if (url !== undefined && directUrl !== undefined) {
    const advice = 'See that the pooler of DATABASE_URL runs: nothing is served without it.';
    findings.push(tried('Database', advice, async () => [await withConnection(url, directUrl, askPooler(directUrl))]));
  }
  const primary = directUrl ?? url;
  if (primary !== undefined && readUrl !== undefined) {
    const advice = 'See that the replica of DATABASE_READ_URL runs; reads go to the primary meanwhile.';
    const ask = async () => withConnection(primary, undefined, async (own) => withConnection(readUrl, undefined, askReplica(own)));
    const noAnswer: typeof warning = (area, reason) => warning(area, `The replica does not answer: ${reason}`, advice);
    findings.push(tried('Database', advice, async () => [await ask()], noAnswer));
  }
  return (await Promise.all(findings)).flat();
}
