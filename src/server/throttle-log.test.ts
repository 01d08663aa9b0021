import { expect, test, vi } from 'vitest';
import { throttleLog } from '#server/throttle-log.ts';

test('REL-17: the first line of a kind is written immediately, then one a second with the number of lines', () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const log = throttleLog(
    (line: string) => line[0] ?? '',
    (line, count) => void written.push(`${line} ×${count}`),
  );
  for (const line of ['a1', 'a2', 'b1', 'a3']) log(line);
  expect(written).toEqual(['a1 ×1', 'b1 ×1']);
  vi.advanceTimersByTime(1_000);
  expect(written.slice(2)).toEqual(['a3 ×2']);
  vi.advanceTimersByTime(1_000);
  log('a4');
  expect(written.slice(3)).toEqual(['a4 ×1']);
  vi.useRealTimers();
});
