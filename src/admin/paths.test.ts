import { describe, expect, test } from 'vitest';
import { pathWithoutSlug, paths, withSlug } from './paths.ts';

const id = '019a0000-0000-7000-8000-000000000001';

describe('addresses', () => {
  test('R21: the slug is the title in lower case with hyphens for whitespace', () => {
    expect(paths.series.page({ title: 'Open Days,  Spring 2026', id })).toBe(`/open-days%2C-spring-2026/events-series/${id}`);
  });

  test('R25: the slug is percent-encoded', () => {
    expect(paths.series.page({ title: 'Siân / Zoë? R&D', id })).toBe(`/si%C3%A2n-zo%C3%AB%3F-r%26d/events-series/${id}`);
  });

  test.each([
    ["Women's day", 'womens-day'],
    ["L'atelier (Paris)!", 'latelier-paris'],
    ['Sales/Marketing day', 'sales-marketing-day'],
    ['a \\ b', 'a-b'],
    ['/', '-'],
  ])('D46: the slug of %s has no characters that end a link or that gateways decode', (title, slug) => {
    expect(paths.series.page({ title, id })).toBe(`/${slug}/events-series/${id}`);
  });

  test.each([
    ['API', '/api-/'],
    ['auth', '/auth-/'],
    ['Assets', '/assets-/'],
    ['.', '/.-/'],
    ['..', '/..-/'],
  ])('R26: the title %s does not take an address of the server', (title, start) => {
    expect(paths.series.page({ title, id }).startsWith(start)).toBe(true);
  });

  test('R27: an empty title still has an address', () => {
    expect(paths.series.page({ title: '', id })).toBe(`/-/events-series/${id}`);
  });

  test('an event’s address is on the page that lists it, an attendee’s opens its card', () => {
    const series = { title: 'Brunch', id };
    const page = paths.series.page(series);
    expect(paths.series.event(series, { id: 'e1', isOnForm: true })).toBe(`${page}#event-e1`);
    expect(paths.series.event(series, { id: 'e1', isOnForm: false })).toBe(`${page}/show-disabled-events#event-e1`);
    const attendee = {
      submission_id: 's1',
      email: 'a+b@x.example',
      form_id: null,
      series_id: null,
      event_id: null,
      event_show_on_form: true,
    };
    expect(paths.attendee({ ...attendee, title: 'Brunch', series_id: id, event_id: 'e1' })).toBe(
      `${page}?event=e1&search=a%2Bb%40x.example&attendee=s1#event-e1`,
    );
    expect(paths.attendee({ ...attendee, title: 'Coaching', form_id: id })).toBe(
      `/coaching/form/${id}?search=a%2Bb%40x.example&attendee=s1`,
    );
    expect(paths.attendee({ ...attendee, title: 'Brunch', series_id: id })).toBeUndefined();
  });

  test('withSlug replaces the slug and keeps the rest', () => {
    expect(withSlug(`/old/events-series/${id}/event/e1/edit`, 'New Days')).toBe(`/new-days/events-series/${id}/event/e1/edit`);
    expect(withSlug(`/%C3%A9t%C3%A9/form/${id}`, '$& $1')).toBe(`/%24%26-%241/form/${id}`);
    expect(withSlug(`/form/form/${id}`, 'API')).toBe(`/api-/form/${id}`);
  });

  test('an address without a slug gets none', () => {
    for (const path of [`/events-series/${id}`, '/home', '/feedback/f1', '/', '/events-series/form'])
      expect(withSlug(path, 'New')).toBe(path);
  });

  test('two addresses that differ only in their slug are the same page', () => {
    expect(pathWithoutSlug(`/old/events-series/${id}/edit`)).toBe(pathWithoutSlug(`/new/events-series/${id}/edit`));
    expect(pathWithoutSlug(`/old/events-series/${id}/edit`)).not.toBe(pathWithoutSlug(`/old/events-series/${id}/add`));
    expect(pathWithoutSlug('/home')).toBe('/home');
  });
});
