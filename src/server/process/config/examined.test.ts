import { expect, test } from 'vitest';
import { startWarnings } from './examined.ts';

const web = { web: true };

test('SEC-10: production warns at the start when redirectTo may lead anywhere', () => {
  expect(startWarnings({ environment: 'production', roles: web })).toEqual([expect.stringMatching(/^REDIRECT_HOSTS is not set/)]);
  expect(startWarnings({ environment: 'production', roles: web, redirectHosts: ['host.example'] })).toEqual([]);
  expect(startWarnings({ environment: 'production', roles: { web: false } })).toEqual([]);
  expect(startWarnings({ environment: 'development', roles: web })).toEqual([]);
});
