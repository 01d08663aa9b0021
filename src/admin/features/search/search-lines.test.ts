import { describe, expect, test } from 'vitest';
import type { SearchResult } from '#contract/search.ts';
import { searchLines } from './search-lines.ts';

const nothing: SearchResult = { series: [], forms: [], events: [], people: [] };
const person: SearchResult['people'][number] = {
  submission_id: 's1',
  first_name: 'Siân',
  last_name: 'Prosser',
  organisation: 'Cyngor Llanfair',
  email: 'sian@llanfair.example',
  submitted_at: '2026-11-01T09:00:00.000Z',
  series_id: 'a1',
  form_id: null,
  event_id: 'e1',
  title: 'Essentials',
  event_title: 'Leading through change',
  event_show_on_form: true,
};

const linkOf = (result: Partial<SearchResult>) => searchLines({ ...nothing, ...result })[0]?.to;

describe('the search results', () => {
  test('are series, events, forms, people, in this order', () => {
    const event = { id: 'e1', event_title: 'Lead', date: null, show_on_form: true, series_id: 'a1', series_title: 'Essentials' };
    const lines = searchLines({
      people: [person],
      forms: [{ id: 'f1', title: 'Brochure' }],
      events: [event],
      series: [{ id: 'a1', title: 'Essentials' }],
    });
    expect(lines.map(({ kind, about }) => [kind, about])).toEqual([
      ['series', 'Event series'],
      ['event', 'Event in Essentials'],
      ['form', 'Form'],
      ['person', 'sian@llanfair.example · Cyngor Llanfair · Leading through change'],
    ]);
  });

  test('an event leads to its card, a hidden one to the page of hidden events', () => {
    const event = { id: 'e1', event_title: 'Lead', date: null, show_on_form: false, series_id: 'a1', series_title: 'Essentials' };
    expect(linkOf({ events: [event] })).toBe('/essentials/events-series/a1/show-disabled-events#event-e1');
    expect(linkOf({ events: [{ ...event, show_on_form: true }] })).toBe('/essentials/events-series/a1#event-e1');
  });

  test('a person leads to the attendee in the open card of the event, or in the list of the form', () => {
    const query = 'search=sian%40llanfair.example&attendee=s1';
    expect(linkOf({ people: [person] })).toBe(`/essentials/events-series/a1?event=e1&${query}#event-e1`);
    expect(linkOf({ people: [{ ...person, event_show_on_form: false }] })).toContain('/show-disabled-events?event=e1&');
    expect(linkOf({ people: [{ ...person, series_id: null, event_id: null, form_id: 'f1', title: 'Brochure' }] })).toBe(
      `/brochure/form/f1?${query}`,
    );
  });

  test('a person without organisation leaves no gap', () => {
    expect(searchLines({ ...nothing, people: [{ ...person, organisation: '' }] })[0]?.about).toBe(
      'sian@llanfair.example · Leading through change',
    );
  });
});
