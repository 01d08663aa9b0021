import { expect, test } from 'vitest';
import { fetchFromService } from '#server/services/service-fetch.ts';
import { bad, tried } from './finding.ts';

test('OPS-7: a service that cannot be reached is reported with the code of the first cause that has one', async () => {
  const call = async () => {
    await fetchFromService('Copper', 'http://127.0.0.1:2');
    return [];
  };
  expect(await tried('Copper', 'Check it.', call)).toEqual([bad('Copper', 'Copper could not be reached (ECONNREFUSED)', 'Check it.')]);
});
