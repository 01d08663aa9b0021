import { describe, expect, test } from 'vitest';
import type { FoundPerson, SearchResult } from '#contract/attendees/search.ts';
import { foundGroups, personLine } from './search-lines.ts';

const nothing: SearchResult = {
  series: [],
  forms: [],
  events: [],
  people: [],
  people_count: 0,
  has_more_people: false,
  spelled_differently: [],
};
const person: FoundPerson = {
  submission_id: 's1',
  first_name: 'Siân',
  last_name: 'Prosser',
  organisation: 'Cyngor Llanfair',
  email: 'sian@llanfair.example',
  other_names: [],
  submissions_count: 1,
  series_id: 'a1',
  form_id: null,
  event_id: 'e1',
  title: 'Essentials',
  event_title: 'Leading through change',
  event_show_on_form: true,
};
const event = { id: 'e1', event_title: 'Lead', date: null, show_on_form: true, series_id: 'a1', series_title: 'Essentials' };

const groupsOf = (result: Partial<SearchResult>) =>
  foundGroups({ ...nothing, ...result }, { words: 'lead us', dayOf: (iso) => `the day ${iso.slice(0, 10)}` });
const linesOf = (result: Partial<SearchResult>) => groupsOf(result).found.flatMap(({ lines }) => lines);

describe('search results', () => {
  test('USE-42: people come first, then events and series, then forms; each labels its number or date', () => {
    const lines = linesOf({
      people: [{ ...person, submissions_count: 5 }],
      people_count: 1,
      forms: [{ id: 'f1', title: 'Brochure', signups_count: 0 }],
      events: [event, { ...event, date: '2026-12-02T09:00:00.000Z' }],
      series: [{ id: 'a1', title: 'Essentials', signups_count: 1_212 }],
    });
    expect(lines.map(({ kind, about, note }) => [kind, about, note])).toEqual([
      ['person', 'sian@llanfair.example · Cyngor Llanfair', '5 sign-ups'],
      ['event', 'Event in Essentials', 'No date yet'],
      ['event', 'Event in Essentials', 'On the day 2026-12-02'],
      ['series', 'Event series', '1,212 Signups'],
      ['form', 'Form', '0 Signups'],
    ]);
  });

  test.each([
    [{ people_count: 13 }, ['12 more people']],
    [{ people_count: 2 }, ['1 more person']],
    [{ people_count: 1 }, []],
    [{ people_count: 3_001, has_more_people: true }, ['3,000+ more people']],
  ])('USE-42: %o of which one is shown leads to %j', (counts, titles) => {
    const more = linesOf({ people: [person], ...counts }).slice(1);
    expect(more.map(({ title }) => title)).toEqual(titles);
    expect(more.every(({ to }) => to === '/people?search=lead+us')).toBe(true);
  });

  test('USE-42: the other names of an address are listed', () => {
    expect(personLine({ ...person, other_names: ['Sian Jones', 'S. Prosser'] }).about).toBe(
      'sian@llanfair.example · also signed up as Sian Jones, S. Prosser · Cyngor Llanfair',
    );
    expect(personLine({ ...person, organisation: '' }).about).toBe('sian@llanfair.example');
  });
});
