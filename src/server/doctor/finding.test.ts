import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { openDatabase } from '#server/db/connection.ts';
import { openServices } from '#server/process/open-services.ts';
import { examine } from './examine.ts';
import { bad, tried } from './finding.ts';

test('OPS-7: a service that cannot be reached is reported with the code of the first cause that has one', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const error = new Error('Copper could not be reached', { cause: new TypeError('fetch failed', { cause: refused }) });
  const findings = await tried('Copper', 'Check it.', async () => Promise.reject(error));
  expect(findings).toEqual([bad('Copper', 'Copper could not be reached (ECONNREFUSED)', 'Check it.')]);
});

test('OPS-7: the line break with which OpenSSL ends its messages is left out', async () => {
  const findings = await tried('Email', 'Check it.', async () => Promise.reject(new Error('wrong version number:\n')));
  expect(findings).toEqual([bad('Email', 'wrong version number:', 'Check it.')]);
});

test('OPS-7: the reason of a host with several addresses is its code', async () => {
  const error = Object.assign(new AggregateError([], 'Refused'), { code: 'ECONNREFUSED', message: '' });
  expect(await tried('Clock', 'Check it.', async () => Promise.reject(error))).toEqual([bad('Clock', 'ECONNREFUSED', 'Check it.')]);
});

test('OPS-7: an outage of the database is reported once, and not as one of Copper, whose rate is kept there', async () => {
  const url = 'postgres://turnout@127.0.0.1:1/turnout';
  const config = parseConfig({ DATABASE_URL: url, COPPER_API_TOKEN: 'copper-test', COPPER_USER_EMAIL: 'crm@example.com' });
  const { db, close } = openDatabase({ url, pool: 2, log: { warn: () => undefined } });
  onTestFinished(close);
  const findings = await examine({ db, services: openServices(config, db), config });
  expect(findings.filter(({ state }) => state === 'bad')).toEqual([
    bad(
      'Database',
      expect.stringContaining('ECONNREFUSED'),
      'Check DATABASE_URL, and that the database is running. A pooler needs DATABASE_DIRECT_URL too.',
    ),
  ]);
});
