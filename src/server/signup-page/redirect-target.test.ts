import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

test.each(['https://host.example/thanks?a=1#b', 'http://host.example/', 'HTTPS://HOST.example'])('EMB-10: %s is a target', (wish) => {
  expect(redirectTarget(wish, undefined)).toBe(new URL(wish).href);
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
  expect(redirectTarget(wish, undefined)).toBeUndefined();
});

test.each([
  ['https://host.example/', true],
  ['https://host.example:8443/', true],
  ['https://HOST.EXAMPLE/', true],
  ['https://evil.example/', false],
  ['https://host.example.evil.example/', false],
  ['https://evil.example/?host.example', false],
  ['https://evil.example\\@host.example/', false],
])('EMB-11: with host.example in the list, %s is allowed: %s', (wish, isAllowed) => {
  expect(redirectTarget(wish, ['host.example']) !== undefined).toBe(isAllowed);
});
