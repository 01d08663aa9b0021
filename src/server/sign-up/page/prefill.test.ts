import { expect, test } from 'vitest';
import type { PublicField } from '#contract/rules/public-fields.ts';
import type { FormRules } from '#contract/rules/sign-up.ts';
import { prefillOf } from './page-address.ts';

const field = (values: Partial<PublicField>): PublicField => ({
  id: values.name ?? 'field',
  label: 'Field',
  name: 'field',
  type: 'input',
  required: false,
  options: [],
  order: 0,
  brunch_event: false,
  brunch_event_id: null,
  ...values,
});

const form: FormRules = {
  kind: 'series',
  events: [{ id: 'one', event_title: 'One', date: null, brunch_event: false }],
  fields: [
    field({ name: 'diet' }),
    field({ name: 'size', type: 'select', options: ['S', 'M', 'Végétarien', 's', 'S+', '65+', 'A + B', 'C+D', 'C D'] }),
    field({ name: 'access', type: 'checkbox' }),
    field({ name: 'theme' }),
  ],
};
const prefill = (query: string) => prefillOf(form, new URLSearchParams(query));

test('the address fills in texts, options that exist, boxes and visible events', () => {
  expect(prefill('first_name=Ada&email=ada@example.com&diet=Vegan&size=M&access=yes&events=one')).toEqual({
    first_name: 'Ada',
    email: 'ada@example.com',
    diet: 'Vegan',
    size: 'M',
    access: true,
    events: ['one'],
  });
});

test('PUB-39: an option is found in another spelling, unless that exact option exists', () => {
  for (const [sent, option] of [
    ['m', 'M'],
    [' M ', 'M'],
    ['VEGETARIEN', 'Végétarien'],
    ['Ve\u0301ge\u0301tarien', 'Végétarien'],
    ['s', 's'],
    ['S', 'S'],
  ] as const)
    expect([sent, prefill(`size=${encodeURIComponent(sent)}`)]).toEqual([sent, { size: option }]);
});

test('PUB-39: a plus sign that was not encoded is restored in an option and before a phone number', () => {
  for (const [sent, option] of [
    ['65+', '65+'],
    ['S+', 'S+'],
    ['s', 's'],
    ['a+++b', 'A + B'],
    ['a+%2B+b', 'A + B'],
    ['65%2B', '65+'],
    ['c%2Bd', 'C+D'],
    ['c%20d', 'C D'],
  ] as const)
    expect([sent, prefill(`size=${sent}`)]).toEqual([sent, { size: option }]);
  for (const [sent, text] of [
    ['+44+20+7946-0958', '+44 20 7946-0958'],
    ['+1(202)5550123', '+1(202)5550123'],
    ['%2B44 20 7946', '+44 20 7946'],
    ['+020+7946+0958', ' 020 7946 0958'],
    ['+2027', ' 2027'],
    ['%2025.12.2026', ' 25.12.2026'],
    ['+49+30/12345678+', '+49 30/12345678 '],
    ['12+345+6789', '12 345 6789'],
  ] as const)
    expect([sent, prefill(`diet=${sent}`)]).toEqual([sent, { diet: text }]);
});

test('PUB-39: an address with a thousand values does not take longer for a field with many options', () => {
  const options = Array.from({ length: 200 }, (_, number) => `Option ${number} `.padEnd(200, 'é'));
  const many = { ...form, fields: [field({ name: 'size', type: 'select', options })] };
  const query = new URLSearchParams(Array.from({ length: 1_000 }, (_, number) => ['size', `No ${number}`]));
  const before = process.threadCpuUsage();
  expect(prefillOf(many, query)).toEqual({});
  expect(process.threadCpuUsage(before).user).toBeLessThan(250_000);
});

test('PUB-39: events may be in one value, and in capitals', () => {
  for (const sent of ['one,two', 'ONE%20&events=two', 'one;%20three;two'])
    expect([
      sent,
      prefillOf({ ...form, events: ['one', 'two'].map((id) => ({ ...form.events[0]!, id })) }, new URLSearchParams(`events=${sent}`)),
    ]).toEqual([sent, { events: ['one', 'two'] }]);
});

test('values that are not offered stay empty', () => {
  expect(prefill('size=XXL&access=no&events=other&unknown=x')).toEqual({});
});

test('PUB-33: consent is never prefilled, nor are the hidden inputs', () => {
  expect(prefill('email=ann+course@example.com')).toEqual({ email: 'ann+course@example.com' });
  expect(prefill('email=%20ann%2Bcourse@example.com+&first_name=Ann+Lee')).toEqual({
    email: 'ann+course@example.com',
    first_name: 'Ann Lee',
  });
  expect(prefill('accepts_marketing=true&_remarks=x&_stamp=x&_key=x&utm_source=x')).toEqual({});
});

test('a field called Theme is not prefilled by the theme parameter', () => {
  expect(prefill('theme=dark')).toEqual({});
});

test('PUB-39: placeholders that a mailing did not fill in stay empty', () => {
  for (const left of [
    '*|FNAME|*',
    '{{contact.first_name}}',
    ' {{ params.NAME | default }} ',
    '{!Contact.FirstName}',
    '%FIRSTNAME%',
    '[firstname]',
    '«First_Name»',
    '<<First Name>>',
    '<%= recipient.firstName %>',
    '${first}',
    '##Vorname##',
    '-firstname-',
    '~Contact.FirstName~',
    'null',
    '(null)',
    ' undefined ',
  ])
    expect(prefill(`first_name=${encodeURIComponent(left)}&diet=${encodeURIComponent(left)}&email=${encodeURIComponent(left)}`)).toEqual(
      {},
    );
  for (const meant of [
    '100%',
    'Ann {Annie} Lee',
    '[a] or [b] left',
    '{a',
    '#1 choice',
    '-',
    '@ann',
    '-20%',
    '$50-100%',
    '- nuts\n- milk -',
    'Null',
    'undefined diet',
  ])
    expect(prefill(`diet=${encodeURIComponent(meant)}`)).toEqual({ diet: meant });
});

test('PUB-39: values that were escaped twice are read', () => {
  expect(prefill('email=ann%252Bcourse%2540example.com&first_name=Ann%2520Lee&last_name=M%25C3%25BCller&diet=Nuts%252C+fish%253F')).toEqual(
    {
      email: 'ann+course@example.com',
      first_name: 'Ann Lee',
      last_name: 'Müller',
      diet: 'Nuts%2C fish%3F',
    },
  );
  expect(prefill('diet=100%25&first_name=%2541nn&last_name=%25zz')).toEqual({ diet: '100%', first_name: 'Ann', last_name: '%zz' });
  expect(prefill('organisation=100%25ecological&job_title=A%252BB')).toEqual({ organisation: '100%ecological', job_title: 'A+B' });
});

test('PUB-39: letters that were encoded twice are read, and names that only look so stay', () => {
  for (const name of ['Müller', 'José', 'Zoë', 'Jürgen Groß', 'Sørensen', 'Núñez', 'voilà']) {
    const bytes = new TextEncoder().encode(name);
    for (const text of [name, new TextDecoder('windows-1252').decode(bytes), String.fromCharCode(...bytes)])
      expect(prefill(`first_name=${encodeURIComponent(text)}`)).toEqual({ first_name: name });
  }
  const others =
    'Ã, São, ÃLVARO, NGUYỄN Â, BENÍŠEK, ONDRÚŠ, SLÚŽBY MESTA, CAFÉ’S, NESTLÉ®, EMPLOYÉ·E, POKÉ–BAR, Weiß’ Garten, IRMÃ’S, LA «IRMÃ»';
  for (const name of others.split(', ')) expect(prefill(`first_name=${encodeURIComponent(name)}`)).toEqual({ first_name: name });
});

test('blank, overlong and unstorable texts are ignored', () => {
  expect(prefill(`first_name=%20&last_name=${'x'.repeat(1_001)}&job_title=%00&organisation=M%FCller`)).toEqual({});
});
