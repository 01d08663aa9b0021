import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { parseEventDate } from '#contract/rules/event-date.ts';
import {
  type DatedEvent,
  entryOf,
  feedEntry,
  feedFile,
  publishedFile,
  mailedFile,
  serviceAddress,
  visitorEntry,
  type VisitorEvent,
} from './calendar.ts';

const settings = { publicUrl: 'https://events.example.com', timeZone: 'Europe/London' };

const event = (values: Partial<VisitorEvent> = {}): VisitorEvent => ({
  id: '018f0000-0000-7000-8000-000000000001',
  seriesId: '018f0000-0000-7000-8000-000000000002',
  seriesTitle: 'Workplace Safety',
  title: 'Fire safety, day 1',
  startsAt: new Date('2027-07-12T08:30:00Z'),
  endsAt: new Date('2027-07-12T16:00:00Z'),
  venue: 'Harbour House',
  venueAddress: 'Room 2,\r\n14 Quay Street',
  joinUrl: 'https://meet.example.com/fire',
  cancelledAt: null,
  sequence: 3,
  ...values,
});

const invitation = {
  organizer: { name: 'Kestrel; "Training", Ltd', address: 'courses@example.com' },
  attendee: { name: 'Ada, Lovelace', address: 'ada@example.com' },
};

/** The file as read by another program. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const entries = calendar.getAllSubcomponents('vevent');
  const [first] = entries;
  if (first === undefined) throw new Error('The file has no entry');
  return { calendar, entries, entry: first, event: new ICAL.Event(first), text: (name: string) => first.getFirstPropertyValue(name) };
}

const spanOf = (values: Partial<DatedEvent>) => {
  const { entry, event: parsed } = read(publishedFile(visitorEntry(event(values), settings)));
  return [
    parsed.startDate.toString(),
    parsed.endDate.toString(),
    parsed.startDate.isDate,
    entry.getFirstProperty('dtstart')?.getParameter('tzid'),
  ];
};

describe('a file', () => {
  test('ICS-3, ICS-4, ICS-8, ICS-10: in a mail it is a request with organiser, the one attendee, place, join link and form', () => {
    const file = mailedFile('REQUEST', visitorEntry(event(), settings), invitation);
    const { calendar, entries, entry, text } = read(file);
    expect([calendar.getFirstPropertyValue('method'), calendar.getFirstPropertyValue('version'), entries.length]).toEqual([
      'REQUEST',
      '2.0',
      1,
    ]);
    expect([text('uid'), text('sequence'), text('status')]).toEqual(['018f0000-0000-7000-8000-000000000001', 3, 'CONFIRMED']);
    expect([text('summary'), text('location')]).toEqual(['Fire safety, day 1', 'Harbour House, Room 2, 14 Quay Street']);
    expect(text('description')).toBe('Workplace Safety\nhttps://meet.example.com/fire\nTo change or cancel, see the email we sent you.');
    expect(text('url')).toBe('https://events.example.com/workplace-safety/events-series/018f0000-0000-7000-8000-000000000002/view');
    const unfolded = mailedFile('REQUEST', visitorEntry(event({ seriesTitle: 'Safety; one, two' }), settings), invitation).replaceAll(
      '\r\n ',
      '',
    );
    expect(unfolded).toContain('https://events.example.com/safety%3B-one%2C-two/events-series/');
    const [organizer, attendee] = ['organizer', 'attendee'].map((name) => entry.getAllProperties(name));
    expect([organizer?.length, attendee?.length]).toEqual([1, 1]);
    expect(organizer?.[0]?.getFirstValue()).toBe('mailto:courses@example.com');
    expect(organizer?.[0]?.getParameter('cn')).toBe("Kestrel; 'Training', Ltd");
    expect(String(attendee?.[0]?.getFirstValue()).toLowerCase()).toBe('mailto:ada@example.com');
    expect(['partstat', 'rsvp', 'cn'].map((name) => attendee?.[0]?.getParameter(name))).toEqual(['ACCEPTED', 'FALSE', 'Ada, Lovelace']);
    expect(file).toMatch(/^DTSTART:20270712T083000Z\r$/m);
    expect(file).not.toContain('^');
    expect(file).not.toMatch(/VTIMEZONE|TZID|VALARM|X-WR-CALNAME/);
  });

  test.each([
    ['ada%40home@example.com', 'ada%2540home@example.com'],
    ['a#b?c&d+e=f@example.com', 'a%23b%3Fc&d+e=f@example.com'],
    ["o'neil/x!{y}|z~@example.com", "o'neil/x!{y}|z~@example.com"],
  ])('ICS-4: the mailto of %s names that address', (address, written) => {
    const file = mailedFile('REQUEST', visitorEntry(event(), settings), { ...invitation, attendee: { name: 'Ada', address } });
    expect(String(read(file).entry.getFirstPropertyValue('attendee'))).toBe(`MAILTO:${written}`);
    expect(decodeURIComponent(new URL(`mailto:${written}`).pathname)).toBe(address);
  });

  test('ICS-12: CANCEL removes the same entry', () => {
    const { calendar, text } = read(mailedFile('CANCEL', visitorEntry(event({ sequence: 4 }), settings), invitation));
    expect([calendar.getFirstPropertyValue('method'), text('status'), text('uid'), text('sequence')]).toEqual([
      'CANCEL',
      'CANCELLED',
      event().id,
      4,
    ]);
  });

  test('ICS-5: a download is published without attendee or name', () => {
    const file = publishedFile(visitorEntry(event({ joinUrl: null }), settings));
    expect(read(file).calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(file).not.toMatch(/ATTENDEE|ORGANIZER|X-WR-CALNAME|meet\.example/);
  });

  test('ICS-5, ICS-26: a feed has a name and all its entries; one without entries is valid too', () => {
    const feed = new ICAL.Component(
      ICAL.parse(
        feedFile(
          'Kestrel',
          [event(), event()].map((each) => feedEntry(visitorEntry(each, settings), false)),
        ),
      ),
    );
    expect(feedFile('Fire; first aid, 2027', [])).toMatch(/^X-WR-CALNAME:Fire\\; first aid\\, 2027\r\n.*END:VCALENDAR\r\n$/ms);
    expect([feed.getFirstPropertyValue('x-wr-calname'), feed.getAllSubcomponents('vevent').length]).toEqual(['Kestrel', 2]);
    expect(new ICAL.Component(ICAL.parse(feedFile('Kestrel', []))).getFirstPropertyValue('method')).toBe('PUBLISH');
  });

  test.each([
    [{ endsAt: null }, ['2027-07-12T08:30:00Z', '2027-07-12T09:30:00Z', false, undefined]],
    [{ startsAt: new Date('2027-07-11T23:00:00Z'), endsAt: null }, ['2027-07-12', '2027-07-13', true, undefined]],
    [
      { startsAt: new Date('2027-07-11T23:00:00Z'), endsAt: new Date('2027-07-13T23:00:00Z') },
      ['2027-07-12', '2027-07-14', true, undefined],
    ],
    [
      { startsAt: new Date('2027-05-11T23:00:00Z'), endsAt: new Date('2027-05-13T23:00:00Z') },
      ['2027-05-12', '2027-05-14', true, undefined],
    ],
    [
      { startsAt: new Date('2027-07-11T23:00:00Z'), endsAt: new Date('2027-07-12T16:00:00Z') },
      ['2027-07-11T23:00:00Z', '2027-07-12T16:00:00Z', false, undefined],
    ],
    [
      { startsAt: new Date('2027-07-11T23:00:00Z'), endsAt: new Date('2027-07-13T22:59:59Z') },
      ['2027-07-12', '2027-07-14', true, undefined],
    ],
    // The clocks change in between.
    [
      { startsAt: new Date('2027-03-28T00:00:00Z'), endsAt: new Date('2027-03-28T23:00:00Z') },
      ['2027-03-28', '2027-03-29', true, undefined],
    ],
  ])('ICS-9: whole days, an hour, or until its end: %j', (values, expected) => {
    expect(spanOf(values)).toEqual(expected);
  });

  test('ICS-9: the hour after the clocks went forward in Berlin is the same instant for a reader in New York', () => {
    const startsAt = parseEventDate('2027-03-28T03:30', 'Europe/Berlin') ?? null;
    expect(startsAt?.toISOString()).toBe('2027-03-28T01:30:00.000Z');
    expect(spanOf({ startsAt: startsAt!, endsAt: null })).toEqual(['2027-03-28T01:30:00Z', '2027-03-28T02:30:00Z', false, undefined]);
  });

  test('ICS-10: without venue the join link is the place', () => {
    expect(read(publishedFile(visitorEntry(event({ venue: null, venueAddress: null }), settings))).text('location')).toBe(
      'https://meet.example.com/fire',
    );
  });

  test.each([
    'a;b,c\\n"d"',
    'BEGIN:VALARM\r\nEND:VEVENT',
    'x\nATTENDEE:mailto:eve@example.org',
    '🎓'.repeat(80),
    `${'Ä'.repeat(37)}${'é'.repeat(60)}`,
    '\u2028\u2029\u0085 \u202e',
    '=1+1%0d%0aX: y',
    "L'après-midi d'O'Neil",
    'A\v\u001b[31m\u0007\u007fB\tC',
  ])('ICS-10, SEC-29: text is escaped, folded and without control characters: %j', (text) => {
    const file = mailedFile('REQUEST', visitorEntry(event({ title: text, seriesTitle: text, venue: text }), settings), {
      organizer: { name: text, address: 'courses@example.com' },
      attendee: { name: text, address: 'ada@example.com' },
    });
    const { entry, entries, text: valueOf } = read(file);
    const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\t\n]/gu, '');
    expect([valueOf('summary'), String(valueOf('description')).startsWith(`${lines}\n`)]).toEqual([lines, true]);
    expect([entries.length, entry.getAllSubcomponents().length, entry.getAllProperties('attendee').length]).toEqual([1, 0, 1]);
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}\t]/u);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  });
});

describe('a link of a calendar service', () => {
  const paramsOf = (address: string) => Object.fromEntries(new URL(address).searchParams);
  const details =
    'Workplace Safety\nTo change or cancel, see the email we sent you.\nhttps://events.example.com/workplace-safety/events-series/018f0000-0000-7000-8000-000000000002/view';
  const entry = visitorEntry(event({ title: 'Q&A + 50% “fire”', joinUrl: null }), settings);

  test('ICS-6, ICS-8, ICS-13: of Google has the times in UTC', () => {
    const address = serviceAddress('google', entry);
    expect(address).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?/);
    expect(address).not.toContain('+');
    expect(paramsOf(address)).toEqual({
      action: 'TEMPLATE',
      text: 'Q&A + 50% “fire”',
      dates: '20270712T083000Z/20270712T160000Z',
      details,
      location: 'Harbour House, Room 2, 14 Quay Street',
    });
  });

  test.each([
    ['outlook', 'outlook.live.com'],
    ['office', 'outlook.office.com'],
  ] as const)('ICS-6, ICS-8, ICS-13: of %s has them too', (service, host) => {
    const address = serviceAddress(service, entry);
    expect(new URL(address).host).toBe(host);
    expect(address).not.toContain('+');
    expect(paramsOf(address)).toEqual({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: 'Q&A + 50% “fire”',
      startdt: '2027-07-12T08:30:00Z',
      enddt: '2027-07-12T16:00:00Z',
      body: details.replaceAll('\n', '<br>'),
      location: 'Harbour House, Room 2, 14 Quay Street',
    });
  });

  test('ICS-6: of Outlook has the description as HTML, and of Google as text', () => {
    const own = { ...entry, description: 'Q&A <b>\n"x"', url: 'https://a.example/?b=1&c=2' };
    expect(paramsOf(serviceAddress('office', own)).body).toBe('Q&amp;A &lt;b&gt;<br>&quot;x&quot;<br>https://a.example/?b=1&amp;c=2');
    expect(paramsOf(serviceAddress('google', own)).details).toBe('Q&A <b>\n"x"\nhttps://a.example/?b=1&c=2');
  });

  test('ICS-9: whole days are dates', () => {
    const days = entryOf(event({ startsAt: new Date('2027-07-11T23:00:00Z'), endsAt: null }), { lines: [], url: '', ...settings });
    expect(paramsOf(serviceAddress('google', days)).dates).toBe('20270712/20270713');
    expect(paramsOf(serviceAddress('outlook', days))).toMatchObject({ startdt: '2027-07-12', enddt: '2027-07-13', allday: 'true' });
  });
});
