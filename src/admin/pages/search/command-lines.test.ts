import '#admin/testing/window.ts';
import { expect, test } from 'vitest';
import { listedGroups } from './command-lines.ts';

const now = new Date('2026-11-21T12:00:00Z');
const opened = (path: string, title: string, openedAt = '2026-11-21T09:00:00Z', parent = 'Events Hub') => ({
  path,
  title,
  parent,
  openedAt,
});

const listed = (recent: ReturnType<typeof opened>[], typed = '', undelivered = 0) =>
  listedGroups({ now, recent, path: '/here', undelivered, may: () => true, dayOf: (iso) => iso.slice(0, 10) }, typed).map(
    ({ lines }) => lines,
  );

test('recent pages say what they are and when they were opened', () => {
  const [pages = []] = listed([
    opened('/here', 'This page'),
    opened('/lead/events-series/a1', 'Lead'),
    opened('/lead/events-series/a1/statistics', 'Statistics', '2026-11-20T09:00:00Z', 'Lead'),
    opened('/lead/events-series/a1/event/e1/edit', 'Edit event', '2026-11-03T09:00:00Z'),
    opened('/connections', 'Connections'),
  ]);
  expect(pages.map(({ title, about, note }) => [title, about, note])).toEqual([
    ['Lead', 'Event series', 'Opened today'],
    ['Statistics', 'Lead', 'Opened yesterday'],
    ['Edit event', 'Events Hub', 'Opened on 2026-11-03'],
  ]);
});

test('typed words filter the pages and commands that have all of them, whatever their accents', () => {
  const [pages = [], commands = []] = listed([opened('/jose/form/f1', 'Führen mit José'), opened('/lead/form/f2', 'Lead')], 'jose fuh');
  expect(pages.map(({ title }) => title)).toEqual(['Führen mit José']);
  expect(commands).toEqual([]);
  expect(listed([opened('/kapi/form/f3', 'O’Kapi')], "o'kapi")).toMatchObject([[{ title: 'O’Kapi' }], []]);
  expect(listed([], '%')).toEqual([[], []]);
  expect(listed([], 'add ser')[1]?.map(({ title, to }) => [title, to])).toEqual([['Add event series', '/home?add=series']]);
});

test('Mailings are found for the series and forms that were last opened, including the current one', () => {
  const recent = [opened('/here/form/f1', 'Brochure'), opened('/lead/events-series/a1', 'Lead'), opened('/connections', 'Connections')];
  expect(listed(recent, 'mailings')[0]?.map(({ title, about, to }) => [title, about, to])).toEqual([
    ['Mailings', 'Brochure', '/here/form/f1/mailings'],
    ['Mailings', 'Lead', '/lead/events-series/a1/mailings'],
  ]);
  const visited = opened('/lead/events-series/a1/mailings', 'Mailings');
  expect(listed([...recent, visited], 'mailings')[0]).toHaveLength(2);
  expect(listed(recent)[0]?.some(({ title }) => title === 'Mailings')).toBe(false);
});

test('EXTRA-13: each theme is a command if it is searched for', () => {
  expect(listed([], 'theme')[1]?.map(({ title, theme }) => [title, theme])).toEqual([
    ['Light theme', 'light'],
    ['Dark theme', 'dark'],
    ['System theme', 'auto'],
  ]);
  expect(listed([])[1]?.some(({ theme }) => theme !== undefined)).toBe(false);
});

test('Needs attention says how many messages were not delivered, and nothing when all were', () => {
  expect(listed([], 'needs', 1_045)[1]?.[0]?.note).toBe('1,045 messages');
  expect(listed([], 'needs')[1]?.[0]?.note).toBeUndefined();
});
