import { expect, test } from 'vitest';
import { redirectTarget } from './page-address.ts';

const RULES = {
  publicUrl: 'https://forms.ours.example:8443',
  eventsServerUrl: 'https://events.ours.example',
  allowedEmailDomains: ['company.example'],
};

test.each(['https://host.example/thanks?a=1#b', 'http://host.example/', 'HTTPS://HOST.example'])('EMB-10: %s is accepted', (wish) => {
  expect(redirectTarget(wish, RULES)).toEqual({ address: new URL(wish).href, isKnown: false });
});

test.each([
  null,
  '',
  'thanks',
  '/thanks',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'https://good.example@evil.example/',
  'https://user:secret@host.example/',
  'https://',
])('EMB-10: %o is ignored', (wish) => {
  expect(redirectTarget(wish, RULES)).toBeUndefined();
});

test.each([
  ['https://host.example/', true],
  ['https://host.example:443/', true],
  ['https://host.example:8443/', false],
  ['https://other.example:8443/', true],
  ['https://other.example/', false],
  ['http://host.example/', false],
  ['https://HOST.EXAMPLE/', true],
  ['https://evil.example/', false],
  ['https://host.example.evil.example/', false],
  ['https://evil.example/?host.example', false],
  ['https://evil.example\\@host.example/', false],
])('EMB-11, SEC-10: with host.example and a port of other.example in the list, %s is allowed: %s', (wish, isAllowed) => {
  const redirectHosts = ['host.example', 'other.example:8443'];
  expect(redirectTarget(wish, { ...RULES, redirectHosts })).toEqual(isAllowed ? { address: new URL(wish).href, isKnown: true } : undefined);
});

test.each([
  ['https://forms.ours.example:8443/thanks', true],
  ['https://events.ours.example/', true],
  ['https://company.example/', true],
  ['https://www.company.example/thanks', true],
  ['https://forms.ours.example/', false],
  ['https://evilcompany.example/', false],
  ['https://company.example.evil.example/', false],
])('SEC-10: without a list, whether %s is on a host of our own: %s', (wish, isKnown) => {
  expect(redirectTarget(wish, RULES)).toEqual({ address: wish, isKnown });
});
