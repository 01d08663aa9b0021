import { expect, test } from 'vitest';
import { bad, tried } from './finding.ts';

test('OPS-7: a service that cannot be reached is reported with the code of the first cause that has one', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const error = new Error('Copper could not be reached', { cause: new TypeError('fetch failed', { cause: refused }) });
  const findings = await tried('Copper', 'Check it.', async () => Promise.reject(error));
  expect(findings).toEqual([bad('Copper', 'Copper could not be reached (ECONNREFUSED)', 'Check it.')]);
});
