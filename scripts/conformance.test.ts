import { expect, test } from 'vitest';
import { namedIn } from './conformance.ts';

const idsIn = (text: string) => namedIn(text).map(({ id }) => id);

test('the ids that begin a name are its rules, in every kind of quotation marks', () => {
  const text = `test('AUTH-1, R2: signs in', …) test.each([…])("D1, CPY-3: it\\"s gone", …) describe(\`SEC-1: at \${path}\`, …)`;
  expect(idsIn(text)).toEqual(['AUTH-1', 'R2', 'D1', 'CPY-3', 'SEC-1']);
  expect(idsIn("test('VAL-4, %s: %s is refused', …)")).toEqual(['VAL-4']);
});

test('ids elsewhere in a name do not count', () => {
  expect(idsIn("test('is refused, see AUTH-1: or so', …) // API-1: nothing")).toEqual([]);
});
