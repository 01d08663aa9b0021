import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import type { Theme } from '../../forms/public-face.ts';
import { type MailKind, mailKind } from '../../registrations/mail-kind.ts';
import * as words from '../../texts/words/mails.ts';
import { htmlToText } from './html-to-text.ts';
import { type EventInMail, eventItem } from './mail-items.ts';
import { fillMail } from './mail-template.ts';
import { fillSampleMail, type SampleMail } from './sample-mail.ts';

const letterhead = {
  name: 'Harbour Training',
  logo: 'cid:logo',
  privacyUrl: 'https://harbour.example/privacy',
  imprintUrl: 'https://harbour.example/legal',
  accessibilityUrl: null,
  mapUrl: 'https://maps.example/?q={address}',
};
const event = (title: string, part: Partial<EventInMail> = {}): EventInMail => ({
  title,
  startsAt: '2027-01-12T09:30:00Z',
  endsAt: '2027-01-12T17:00:00Z',
  venue: 'Harbour House',
  venueAddress: '14 Quay Street\nBristol',
  joinUrl: 'https://meet.example/42?a=1',
  ...part,
});
const STARTER = words.starterMail('series', 'Harbour Training');
const sample = (part: Partial<SampleMail> = {}) =>
  fillSampleMail({
    ...STARTER,
    values: { SERIES: 'Leadership', FNAME: 'Maria', FROM: 'courses@harbour.example' },
    held: [event('Day one')],
    waitedFor: undefined,
    hasSelfService: true,
    timeZone: 'Europe/London',
    letterhead,
    ...part,
  });
const countOf = (html: string, part: string): number => html.split(part).length - 1;
const preheaderOf = (html: string): string => /mso-hide:all"[^>]*>([^\u034f]*)/.exec(html)?.[1]?.replaceAll('&#39;', "'") ?? '';
/** Without the parts that only the layout needs: preheader, tiles, and the number of spaces. */
const read = (html: string): string =>
  htmlToText(html.replace(/<div style="display:none.*?<\/div>/s, ' ').replaceAll(/<\/(?:td|span|s)>/g, ' $&')).replaceAll(/\s+/g, ' ');

const KINDS: readonly (MailKind | undefined)[] = [undefined, ...mailKind.options];
const HTML = '<h1>Hello %FNAME%</h1>\n<p>%EVENTS% %WAITING%</p>\n<p>%CHANGES%</p>\n<p>%NOTE%</p>\n<p><a href="%LINK%">Your page</a></p>';

/** The tags of a document with the names of their attributes. */
function tagsOf(html: string): string[] {
  const tags: string[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => tags.push([name, ...Object.keys(attributes)].join(' ')) });
  parser.end(html);
  return tags;
}
const HOSTILE = `"'></title><script>alert(1)</script><img src=x onerror=alert(1)> [a](javascript:alert(1))`;

describe.each(KINDS)('the mail %s', (kind) => {
  const own = kind === undefined ? STARTER : words.DEFAULT_MAILS[kind];

  test.each([own.template, HTML])('FACE-4, FACE-44: a hostile colleague’s text adds no tag and no attribute to %j', (template) => {
    const tagsWith = (written: string): string[] => {
      const events = [event(written, { venue: written, venueAddress: written }), event(written, { venue: null, venueAddress: written })];
      const values = { SERIES: written, FNAME: written, FROM: written };
      const names = { ...letterhead, name: written };
      return tagsOf(sample({ kind, subject: own.subject, template, values, held: events, waitedFor: events[0], letterhead: names }).html);
    };
    expect(tagsWith(HOSTILE)).toEqual(tagsWith('harmless'));
  });
  test.each([
    ['text', own.template],
    ['HTML', HTML],
    ['a whole document', `<!doctype html><html><body>${HTML}</body></html>`],
  ])('FACE-44, FACE-52: both parts of %s say the same, in the same order', (_what, template) => {
    const { html, text } = sample({ kind, subject: own.subject, template, waitedFor: event('Day two') });
    const words = (shown: string): string => shown.replaceAll(/[:()]/g, '').replaceAll(/\s+/g, ' ');
    const shown = words(read(html));
    let at = 0;
    for (const line of text
      .split('\n-- \n')[0]!
      .split('\n')
      .filter((each) => each.trim() !== '')) {
      // Links with a text: their address is in the attribute.
      const part = words(line.replace(/^Join online: .*/, 'Join online').replace(/(Your page )?\(?https:\/\/events\S+/, '$1'));
      const found = shown.indexOf(part, at);
      expect([part, found >= 0]).toEqual([part, true]);
      at = found;
    }
  });

  test('FACE-45, FACE-55: it is tables with a title and a language, at most one button, and nothing from elsewhere', () => {
    const { html, subject } = sample({ kind, ...own });
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-GB">/);
    // Outlook for Windows knows no `max-width`.
    expect(html).toMatch(/<table [^>]*width="600" class="s" style="width:100%;max-width:600px;/);
    expect(html).toContain(`<title>${subject.replaceAll("'", '&#39;')}</title>`);
    expect(countOf(html, '<table')).toBe(countOf(html, '<table role="presentation"'));
    expect(countOf(html, 'class="b"')).toBe(kind === 'passed_on' ? 0 : 1);
    expect(html).not.toMatch(/<script|<link|@import|@font-face|<!--\[|url\(|src="(?!cid:)/);
    expect(countOf(sample({ kind, ...own, hasSelfService: false }).html, 'class="b"')).toBe(
      ['waiting', 'offer', 'thank_you'].includes(kind ?? '') ? 1 : 0,
    );
  });
});

test('FACE-48: a list alone in its line, after a colon or alone in a paragraph is cards; elsewhere it is lines', () => {
  const cards = (template: string): number => countOf(sample({ template }).html, 'class="d"');
  for (const alone of ['%EVENTS%', 'Here: %EVENTS%', 'Hi\n\n%SUCCESS%\n\nBye', '<b>x</b><p class="a"> %EVENTS% </p>', '<b>x</b>\n%EVENTS%'])
    expect([alone, cards(alone)]).toEqual([alone, 1]);
  for (const within of ['Here %EVENTS%', '%EVENTS% are fine', '<p>Here: %EVENTS%</p>'])
    expect([within, cards(within)]).toEqual([within, 0]);
  const { html, text } = sample({ template: '%EVENTS%' });
  expect(html).toContain('<a href="https://maps.example/?q=14%20Quay%20Street%2C%20Bristol"');
  expect(html).toMatch(/>Map of Harbour House<.*<a href="https:\/\/meet\.example\/42\?a=1"[^>]*>Join online</);
  expect(text).toMatch(
    /^Day one\nTuesday 12 January 2027, 09:30–17:00\sGMT\nHarbour House, 14 Quay Street, Bristol\nJoin online: https:\/\/meet\.example\/42\?a=1\n/,
  );
  expect(sample({ template: '%SUCCESS%' }).html).not.toContain('meet.example');
  expect(
    countOf(
      sample({ held: [event('Undated', { startsAt: null, venueAddress: null })] }).html,
      /class="d"|maps\.example/.exec(html)?.[0] ?? '-',
    ),
  ).toBe(0);
});

test('FACE-48: two lists in one sentence become two blocks', () => {
  const given = { template: 'You have a place at: %EVENTS% %WAITING%', waitedFor: event('Day two') };
  expect(countOf(sample(given).html, 'class="d"')).toBe(2);
  expect(sample(given).text).toMatch(/^You have a place at:\n\nDay one\n[^]*\n\nYou're on the waiting list for:\n\nDay two\nPosition 3\n/);
});

test('FACE-48, FACE-58: five events are cards, the others are listed in one more; the sizes hold', () => {
  const many = (count: number) =>
    sample({ template: '%EVENTS%', held: Array.from({ length: count }, (_, index) => event(`Leading through change, part ${index + 1}`)) });
  expect(Buffer.byteLength(many(5).html)).toBeLessThan(16_000);
  const { html, text } = many(40);
  expect(Buffer.byteLength(html)).toBeLessThan(30_000);
  expect([countOf(html, 'class="d"'), countOf(html, '>Join online<'), countOf(html, 'Leading through change, part ')]).toEqual([5, 5, 40]);
  expect(countOf(text, 'Join online: ')).toBe(40);
});

test('FACE-49, FACE-52: the first link at the end of a line is the button, further ones stay links; as text it is apart from a list above', () => {
  const { html, text } = sample({ template: 'See it here: %LINK%\n\nOr here: %LINK%' });
  expect(html).toMatch(/>See it here:<\/p><table[^>]*>.*>Manage your registration<\/a>.*<p[^>]*>Or here: <a href="https:\/\/events/s);
  expect(text).toMatch(/^See it here:\nhttps:\/\/events\S+\n\nOr here: https:\/\/events/);
  for (const template of ['%EVENTS%\n\n%LINK%', 'Hi\n%EVENTS%\n%LINK%', 'Place at: %EVENTS%\n\n%LINK%\n\nBye'])
    expect(sample({ template }).text).toMatch(/\?a=1\n\nhttps:\/\/events\S+\n\n(?:Bye\n\n)?-- \n/);
  expect(sample({ template: '%LINK%' }).text).toMatch(/^https:\/\/events/);
  expect(sample({ template: '<p>See it here: %LINK%</p>' }).html).not.toContain('Manage your registration</a>');
});

const values = { SERIES: 'Leadership', FNAME: 'Maria', SUCCESS: 'Leadership', FROM: 'a@b.example', LINK: 'https://events.example/r' };
const [DATED, WAITED] = [eventItem(event('Day one'), { timeZone: 'UTC' }), eventItem(event('Day two'), { timeZone: 'UTC', position: 3 })];

test('FACE-50: a change has the new value, then the previous one', () => {
  const CHANGES = [
    { label: 'Venue', before: 'Dock', now: 'The <Mill>\nHall' },
    { label: 'Address', before: '–', now: '3 Mill Lane' },
    { label: 'Join link', before: 'https://a.example', now: '–' },
    { label: 'Date and time', before: 'Monday', now: 'Date to be announced' },
    { label: 'Any allergies?', before: 'None', now: 'Nuts' },
    { label: 'Notes', before: '', now: '' },
  ];
  const { html, text } = fillMail({
    kind: 'event_changed',
    subject: 'x',
    template: 'Changed: %CHANGES%',
    values: { ...values, CHANGES },
    letterhead,
  });
  expect(text.split('\n\n')[1]!.split('\n')).toEqual([
    'Venue: The <Mill> Hall (was Dock)',
    'Address: 3 Mill Lane (new)',
    'Join link: removed (was https://a.example)',
    'Date and time: to be announced (was Monday)',
    'Any allergies? Nuts (was None)',
    'Notes was changed',
  ]);
  expect(html).toMatch(/<strong>The &lt;Mill&gt; Hall<\/strong><br><span[^>]*><span[^>]*>was <\/span><s>Dock<\/s>/);
  expect(preheaderOf(html)).toBe('Venue: The &lt;Mill&gt; Hall (was Dock)');
});

test.each([
  [undefined, 'Tuesday 12 January 2027, 09:30–17:00\u00a0GMT, Harbour House, 14 Quay Street, Bristol'],
  ['event_cancelled', 'Tuesday 12 January 2027, 09:30–17:00\u00a0GMT, Harbour House, 14 Quay Street, Bristol'],
  ['waiting', "Position 3. You don't have a place yet."],
  ['repeated', 'We received another sign-up with this email address.'],
  ['offer_ended', 'The time to accept your place at ‘Day one’ has run out.'],
] as const)('FACE-51: the preview text next to the subject of %s says what matters', (kind, line) => {
  const own = kind === undefined ? STARTER : words.DEFAULT_MAILS[kind];
  expect(preheaderOf(sample({ kind, ...own }).html)).toBe(line);
});

test('FACE-51: that of a mailing is its first sentence, and that of an event going ahead after all is not the title in its subject', () => {
  const lists = { EVENTS: [eventItem(event('Day one'), { timeZone: 'UTC' })], SUCCESS: [], WAITING: [], CHANGES: [] };
  const values = { SERIES: 'Leadership', FNAME: 'Maria', FROM: '', EVENT: 'Day one', LINK: '', ...lists };
  const mailing = { subject: 'Parking', template: 'Hello %FNAME%,\n\nThe car park is closed. Walk.\n\n%EVENTS%', values, letterhead };
  expect(preheaderOf(fillMail(mailing).html)).toBe('The car park is closed.');
  const reinstated = { ...words.MAILS_ABOUT_REINSTATED.confirmed, values, letterhead };
  expect(preheaderOf(fillMail({ kind: 'event_changed', ...reinstated }).html)).toBe('Tuesday 12 January 2027, 09:30–17:00\u00a0UTC');
});

test('FACE-47, FACE-53: HTML that sets a colour stays light, other mails follow the scheme', () => {
  for (const light of [
    '<p style="color:#333">x</p>',
    '<table bgcolor="white"><tr><td>x</table>',
    '<p style="background-color : red">x</p>',
    '<font color=red>x</font>',
  ])
    expect([light, sample({ template: light }).html.includes('prefers-color-scheme')]).toEqual([light, false]);
  const { html } = sample({ template: '<p>What color is it?</p>' });
  expect(html).toMatch(/<meta name="color-scheme" content="light dark">.*prefers-color-scheme:dark.*\[data-ogsc\] \.b\{/s);
  expect(html).toContain('<p>What color is it?</p>');
  expect(html).not.toMatch(/#(?:fff|000)(?:fff|000)?\b/i);
});

test('FACE-17: button, tiles and links have the accent of the series, and its scheme and font hold in the whole mail', () => {
  const look = (theme: Partial<Theme>, template = STARTER.template) =>
    sample({ template, letterhead: { ...letterhead, theme: { accent: '#f28c1c', font: 'system', scheme: 'auto', logo: null, ...theme } } })
      .html;
  const html = look({});
  expect(html).toMatch(
    /class="b" align="center" bgcolor="#f28c1c" style="[^"]*;mso-padding-alt:11px 24px">.*color:#000000;text-decoration:none">/s,
  );
  expect(html).toMatch(/@media \(prefers-color-scheme:dark\).*\.b a\{color:#000000!important\}/);
  expect(html).not.toMatch(/4f46e5|aaa6ff|5d54ee|f0efff/i);
  expect(look({ scheme: 'light' })).not.toMatch(/prefers-color-scheme|data-ogsc/);
  expect(look({ scheme: 'dark' })).toMatch(/content="dark only">.*<style>(?!.*prefers-color-scheme).*\.g\{background:#111116!important\}/);
  expect(look({ scheme: 'dark' }, '<p style="color:red">x</p>')).not.toContain('.g{background');
  expect(look({ font: 'serif' })).not.toContain('system-ui');
  // Word, which draws the mails of Outlook, would use Times New Roman for a first font that Windows lacks.
  const firstOf = (font: Theme['font']) => new Set([...look({ font }).matchAll(/font-family:'?([\w -]+)/g)].map(([, name]) => name));
  expect((['system', 'serif', 'narrow'] as const).map((font) => [...firstOf(font)])).toEqual([['Segoe UI'], ['Georgia'], ['Arial Narrow']]);
});

test('FACE-54: the footer says why, who, and where the notices are', () => {
  expect(sample().text.split('\n-- \n')[1]).toBe(
    "You're getting this because of your registration for Leadership.\nHarbour Training\nPrivacy notice: https://harbour.example/privacy\nLegal notice: https://harbour.example/legal\n",
  );
  const { text, html } = fillMail({ formKind: 'marketing', ...words.starterMail('marketing', 'Harbour Training'), values, letterhead });
  expect(text).toContain("You're getting this because you filled in ‘Leadership’.\n");
  expect(html).toContain('<a href="https://harbour.example/legal"');
});

test.each([
  [{ kind: 'offer', standing: 'offered' }, 'Accept or decline'],
  [{ kind: 'event_changed', standing: 'offered' }, 'See your offer'],
  [{ kind: 'event_changed', standing: 'waiting' }, 'See your position'],
  [{ kind: 'link', values: { ...values, EVENTS: [], WAITING: [WAITED] } }, 'See your position'],
  [{ kind: 'link', values: { ...values, EVENTS: [DATED], WAITING: [WAITED] } }, 'Manage your registration'],
  [{ kind: 'link', canChange: false, values: { ...values, EVENTS: [DATED] } }, 'See your registration'],
  [{ kind: 'cancelled' }, 'See your registration'],
  [{ kind: 'updated' }, 'See your registration'],
  [{ kind: 'offer_ended' }, 'See your options'],
] as const)('FACE-55: the button promises what holds: %j', (given, label) => {
  const { html } = fillMail({ subject: 'x', template: '%LINK%', values, letterhead, ...given });
  expect(html).toContain(`text-decoration:none">${label}</a>`);
});

test.each([
  ['Hello\n\nNeed to change or cancel? %LINK%', "Hello\n\nCan't come? Please write to courses@harbour.example."],
  ['All is set. You can change it here:\n%LINK%\n\nBye now', "All is set. Can't come? Please write to courses@harbour.example.\n\nBye now"],
  ['Here: %LINK%\n\nAgain: %LINK%', "Can't come? Please write to courses@harbour.example."],
  [
    "See you.\n\nCan't make it? Please cancel, so that someone else can come: %LINK%",
    "See you.\n\nCan't come? Please write to courses@harbour.example.",
  ],
])('SLF-31: without a self-service page the question is removed with its link, and says whom to write to instead: %j', (template, text) => {
  expect(sample({ template, hasSelfService: false }).text.split('\n\n-- ')[0]).toBe(text);
});

test.each([
  ['Need to change or cancel?', { canChange: false }],
  ['See or manage your registration:', { canChange: false }],
  ["Can't make it? Please cancel, so that someone else can come:", { canCancel: false }],
  ["Can't make it any more?", { canCancel: false }],
])('SLF-32: %s is not shown to people who may not do that', (sentence, rights) => {
  const textFor = (given: object) => fillMail({ subject: 'x', template: `${sentence} %LINK%`, ...given, values, letterhead }).text;
  expect(textFor({})).toMatch(`${sentence}\nhttps://events.example/r\n`);
  expect(textFor(rights)).toMatch(/^See your registration:\nhttps:\/\/events\.example\/r\n/);
});

test('FACE-48: no line ends within the hours of an event, wherever they are named', () => {
  const CHANGES = [{ label: 'Date and time', before: 'Monday, 09:30–11:00', now: 'Monday, 09:30–12:00' }];
  const given = { values: { ...values, CHANGES, EVENTS: [DATED], DATE: 'Monday, 09:30–13:00' }, letterhead };
  const { html } = fillMail({
    kind: 'cancelled',
    subject: 'x',
    template: 'On %DATE%, https://a.example/09:30–10:00\n%EVENTS%\n%CHANGES%',
    ...given,
  });
  for (const hours of ['09:30–11:00', '09:30–12:00', '09:30–13:00', '09:30–17:00'])
    expect(html).toContain(`<span class="n">${hours}</span>`);
  expect(html).toContain('<a href="https://a.example/09:30–10:00"');
});
