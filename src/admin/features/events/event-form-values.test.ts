import { expect, test } from 'vitest';
import { newEventSchema } from '#contract/event.ts';
import { FILL_REQUIRED_FIELDS } from '#contract/texts/staff.ts';
import { missingFields, NEW_EVENT, newEventBody } from './event-form-values.ts';

const filled = { ...NEW_EVENT, event_title: ' Leading through change ', google_calendar_id: 'c_8f2k1m7q', date: '2026-11-26 09:30:00' };

test('VAL-21: title, calendar id and date are required, blanks do not count', () => {
  const message = FILL_REQUIRED_FIELDS;
  expect(missingFields(NEW_EVENT)).toEqual({ event_title: message, google_calendar_id: message, date: message });
  expect(missingFields({ ...filled, event_title: ' \t ' })).toEqual({ event_title: message });
  expect(missingFields(filled)).toEqual({});
});

test('EV-1: the body matches the contract, and its date has no time zone', () => {
  const body = newEventBody(filled);
  expect(body.date).toBe('2026-11-26T09:30:00');
  expect(newEventSchema.parse(body)).toMatchObject({ event_title: 'Leading through change', show_on_form: true, copper_tag: null });
});
