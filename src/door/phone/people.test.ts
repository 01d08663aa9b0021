import { expect, test } from 'vitest';
import { mergePeople } from './people.ts';

const person = (id: string, since: string | null = null) => ({
  id,
  first_name: 'Siân',
  last_name: id,
  organisation: '',
  status: 'confirmed' as const,
  position: null,
  signed_up: '2026-11-03T09:00:00Z',
  cancelled_at: null,
  since,
  by: null,
  code: null,
});

test('ATD-21: a walk-in who was added and undone during one read is in the list once, as in the last outcome', () => {
  const [added, undone] = [person('Prosser', '2026-11-03T09:00:00Z'), person('Prosser')];
  expect(mergePeople([person('Bevan')], [added, undone])).toEqual([person('Bevan'), undone]);
});
