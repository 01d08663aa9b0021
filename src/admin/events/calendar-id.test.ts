import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { calendarIdIn } from './calendar-id.tsx';

const GOOGLE = 'https://calendar.google.com/calendar/u/0/r/eventedit/{id}';

test.each([
  [GOOGLE, ' https://calendar.google.com/calendar/u/0/r/eventedit/c_4d81qz0w ', 'c_4d81qz0w'],
  [GOOGLE, 'https://calendar.google.com/calendar/u/0/r/eventedit/c_4d81qz0w?hl=en#x', 'c_4d81qz0w'],
  [GOOGLE, 'https://calendar.google.com/calendar/u/1/r/eventedit/NG9%3D?pli=1', 'NG9='],
  [GOOGLE, 'https://calendar.google.com/calendar/event?action=TEMPLATE&eid=NG9w&ctz=Europe', 'NG9w'],
  ['https://calendar.example.org/e?open={id}', 'https://calendar.example.org/e?open=42', '42'],
  ['https://calendar.example.org/{id}/show', 'https://calendar.example.org/42/show', '42'],
])('USE-49: from a link by %s, %s, the id %s is used', (template, link, id) => {
  expect(calendarIdIn(link, template)).toBe(id);
});

test.each([
  'c_4d81qz0w',
  '',
  'https://northfield.example/events',
  'https://calendar.google.com/calendar/u/0/r/eventedit/',
  'see https://x.example',
])('USE-49: %s is pasted unchanged', (text) => {
  expect(calendarIdIn(text, GOOGLE)).toBeUndefined();
});
