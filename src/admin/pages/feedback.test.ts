import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { feedbackCode } from './feedback.tsx';

const listId = '019a0000-0000-7000-8000-000000000001';
const code = feedbackCode({ origin: 'https://events.example', listId });

test('the code sends to the list on our server', () => {
  expect(code).toContain(`fetch('https://events.example/api/website-feedback/${listId}/submit'`);
});

test('it offers each rating from 1 to 5, once', () => {
  expect([...code.matchAll(/name="rating" value="(\d+)"/g)].map(([, value]) => value)).toEqual(['1', '2', '3', '4', '5']);
});

test('nothing in its script closes the script element early', () => {
  expect(code.split('</script>')).toHaveLength(2);
  expect(code.endsWith('</script>')).toBe(true);
});
