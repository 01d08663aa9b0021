// npm run doctor: checks settings, database, clock, queues, certificates and services. Sends and writes nothing; exits with 1 when something is bad.
import { styleText } from 'node:util';
import type { Finding } from '#contract/server-state.ts';
import { examine } from '#server/doctor/examine.ts';
import { openServices } from '#server/process/open-services.ts';
import { runOnDatabase } from './database-command.ts';

const COLOURS = { good: 'green', warning: 'yellow', bad: 'red' } as const;
const STATE_WIDTH = 8;

const lineOf = ({ area, state, text, advice }: Finding): string =>
  `${styleText(COLOURS[state], state.padEnd(STATE_WIDTH))} ${area}: ${text}${advice === null ? '' : `\n${' '.repeat(STATE_WIDTH)} → ${advice}`}`;

await runOnDatabase(
  async ({ database: { db }, config }) => {
    const services = openServices(config, db);
    const findings = await examine({ db, services, config });
    services.mail?.close();
    if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
    return findings.map(lineOf).join('\n');
  },
  { pool: 4 },
);
