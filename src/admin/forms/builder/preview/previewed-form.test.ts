import { expect, test } from 'vitest';
import { newListedEvent } from '#admin/testing/form-fakes.ts';
import type { ListedEvent } from '#contract/events/event.ts';
import { previewedForm } from './previewed-form.ts';

const NO_PAGES = { imprintUrl: null, accessibilityUrl: null, mapUrl: null };

const event = (id: string, part: Partial<ListedEvent>) => newListedEvent({ id, date: '2027-01-12T09:30:00.000Z', ...part });

test('the preview of a series has the visible events with day and time, and the organisation', () => {
  const series = {
    kind: 'series' as const,
    id: 's',
    title: 'Leadership',
    closed_text: 'Come back in spring.',
    events: [
      event('a', { venue: 'Harbour House', closes_at: '2027-01-11T12:00:00.000Z' }),
      event('b', { show_on_form: false }),
      event('c', { date: null, opens_at: '2027-01-01T12:00:00.000Z' }),
    ],
  };
  const organisation = {
    ...NO_PAGES,
    name: 'Harbour',
    logo: null,
    consentText: 'Write to me',
    privacyUrl: 'https://harbour.example/privacy',
  };
  const view = previewedForm(series, [], { organisation, timeZone: 'Europe/London' });
  expect(view.events.map(({ id, when }) => [id, when])).toEqual([
    ['a', 'Tuesday 12 January 2027, 09:30\u00a0GMT'],
    ['c', 'Date to be announced'],
  ]);
  expect(view.events[0]).toMatchObject({ where: 'Harbour House', until: 'Sign-up until Monday 11 January 2027, 12:00\u00a0GMT' });
  expect(view.closedText).toBe('Come back in spring.');
  expect(view.organisation).toEqual({
    name: 'Harbour',
    logo: undefined,
    consentText: 'Write to me',
    privacyUrl: 'https://harbour.example/privacy',
  });
});

test('the preview of a marketing form has no events, and shows whether there is a download', () => {
  const organisation = { ...NO_PAGES, name: 'Harbour', logo: '/logo', consentText: 'Write to me', privacyUrl: null };
  const view = previewedForm({ kind: 'marketing', id: 'f', title: 'Brochure', donwloadable_content: true }, [], {
    organisation,
    timeZone: 'Europe/London',
  });
  expect(view).toMatchObject({ kind: 'marketing', title: 'Brochure', events: [], hasDownloadableContent: true });
  expect(view.organisation).toEqual({ name: 'Harbour', logo: '/logo', consentText: 'Write to me', privacyUrl: undefined });
});
