import { expect, test } from 'vitest';
import { parseConfig } from '#server/config/config.ts';
import { SETTINGS } from '#server/testing/server.ts';
import { headerProfiles, inlineSource } from './header-profiles.ts';

const urls = { PUBLIC_URL: 'https://events.example.com', EVENTS_SERVER_URL: 'https://api.example.com' };
const config = parseConfig({ ...SETTINGS, ...urls });

const ALL = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};
const OF_PAGES = {
  'permissions-policy': 'camera=()',
  'x-download-options': 'noopen',
  'x-xss-protection': '0',
};
const UNFRAMED = {
  ...ALL,
  ...OF_PAGES,
  'origin-agent-cluster': '?1',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};
const ours = `'self' ${urls.PUBLIC_URL} ${urls.EVENTS_SERVER_URL}`;
const NOTHING = "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'";

test('SEC-14, EMB-27: each kind of answer has these headers, and no others', () => {
  const bundle = { earlyScript: 'early()', styles: { all: 'p{}', selfService: 'b{}' } };
  const [script, all, own] = ['early()', 'p{}', 'b{}'].map(inlineSource);
  expect(headerProfiles(config, bundle)).toEqual({
    staffApp: {
      ...UNFRAMED,
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';img-src 'self' data: https:;font-src 'self';" +
        "connect-src 'self';frame-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin',
    },
    publicForm: {
      ...ALL,
      ...OF_PAGES,
      'content-security-policy': `default-src 'none';script-src ${ours} ${script};style-src ${all};img-src ${ours} data:;connect-src ${ours};form-action ${ours};base-uri 'none'`,
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    },
    selfService: {
      ...UNFRAMED,
      'content-security-policy': `default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'self';style-src ${all} ${own};img-src 'self' data:`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    door: {
      ...UNFRAMED,
      'content-security-policy': `${NOTHING};script-src 'self';style-src 'self';img-src 'self';connect-src 'self';worker-src 'self'`,
      'permissions-policy': 'camera=(self)',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
    api: { ...ALL, 'content-security-policy': NOTHING, 'cross-origin-resource-policy': 'cross-origin', 'x-frame-options': 'DENY' },
    download: { ...UNFRAMED, 'content-security-policy': `${NOTHING};sandbox` },
    guide: { ...UNFRAMED, 'content-security-policy': `${NOTHING};style-src 'self';img-src 'self'` },
    file: { ...UNFRAMED, 'content-security-policy': `${NOTHING};sandbox`, 'cross-origin-resource-policy': 'cross-origin' },
    other: { ...UNFRAMED, 'content-security-policy': NOTHING },
  });
});
