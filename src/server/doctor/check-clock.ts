import type { Finding } from '#contract/server-state.ts';
import { type Db, valueOf } from '#server/db/connection.ts';
import { bad, good, warning } from './finding.ts';

/** A token of the identity provider may be off by half a minute, a form token by one. */
const BAD_S = 30;
const NOTICEABLE_S = 2;

const ADVICE =
  'Synchronise the clocks of all machines (NTP, chrony): sessions, form tokens, leases of steps and offers of places depend on them.';

/** @param aheadS by how many seconds the clock of this process is ahead of that of `other`, which is known to `precisionS` */
export function clockFinding(aheadS: number, other: string, precisionS = 0): Finding {
  const off = Math.max(0, Math.abs(aheadS) - precisionS);
  const text = `This machine's clock is ${Math.abs(aheadS).toFixed(1)} s ${aheadS < 0 ? 'behind' : 'ahead of'} that of ${other}`;
  if (off >= BAD_S) return bad('Clock', text, ADVICE);
  return off >= NOTICEABLE_S ? warning('Clock', text, ADVICE) : good('Clock', `This machine's clock agrees with that of ${other}`);
}

export async function checkClock(db: Db): Promise<Finding[]> {
  const asked = Date.now();
  const its = await valueOf<number>(db)`select (extract(epoch from clock_timestamp()) * 1000)::float8`;
  const between = (asked + Date.now()) / 2;
  return [clockFinding((between - (its ?? between)) / 1_000, 'the database', (Date.now() - asked) / 2_000)];
}
