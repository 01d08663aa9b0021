import { afterEach, expect, test, vi } from 'vitest';
import { RepeatedFailures } from '#server/repeated-failures.ts';

afterEach(() => void vi.useRealTimers());

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const bug = new TypeError('undefined is not a function');

test('MON-10: work that fails again and again is reported once for each cause, and again every hour', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const reported: unknown[] = [];
  const failures = new RepeatedFailures((error) => reported.push(error));
  for (let second = 0; second < 100; second += 1) for (const error of [refused, bug]) failures.failed(error);
  expect(reported).toEqual([refused, bug]);
  vi.advanceTimersByTime(3_600_000);
  failures.failed(refused);
  failures.failed(refused);
  expect(reported).toEqual([refused, bug, refused]);
});

test('a failure after a success is reported', () => {
  const reported: unknown[] = [];
  const failures = new RepeatedFailures((error) => reported.push(error));
  failures.failed(refused);
  failures.succeeded();
  failures.failed(refused);
  expect(reported).toEqual([refused, refused]);
});
