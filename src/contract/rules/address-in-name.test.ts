import { describe, expect, test } from 'vitest';
import { NAME_WITHOUT_ADDRESS } from '../texts/words/form.ts';
import { containsAddress } from './address-in-name.ts';
import { checkSignUp } from './check-sign-up.ts';

describe('EXTRA-2, SEC-4: a name that contains a URL or an email address is detected', () => {
  test.each([
    'Claim 500 at win-prize.top/go',
    'win-prize.top',
    'WIN-PRIZE.TOP',
    'Win-Prize.Top now',
    'prize.com',
    'Ada (see prize.com)',
    'shop.example.co.uk',
    'prizes.ru',
    'win4u.io',
    't.co/abc',
    'bit.ly/x',
    'example.com:8080/x',
    'https://x',
    'hxxp://prize',
    'www.prize',
    'mail ben@prize',
    'ben@prize.example',
    '10.0.0.1',
    'win-prize\uff0etop',
    'win-prize。top',
    'win-prize.\u200btop',
    'prize.xn--p1ai',
    'prize.com.',
  ])('%s', (name) => {
    expect(containsAddress(name)).toBe(true);
  });

  test.each([
    'St. John',
    'St.John',
    'J.R. Smith',
    'J.R.R.Tolkien',
    'Dr.Li',
    'Dr. Li',
    'Md.Al Amin',
    'Abd.Al Rahman',
    'Mohd.Ali',
    'Mary.Ann',
    'Prof. Dr. Ing. Weiß',
    'M.Sc.',
    'Ph.D.',
    'Smith Jr.',
    'O’Neil-Smith',
    'Smith, M.D.',
    'Ada / Countess',
    'Иванов И.И.',
    '王小明',
    'Mr.Best',
    'van d.Berg',
    '3rd. Earl',
    'X Æ A-12',
    'Smith a.k.a. Al',
  ])('%s is none', (name) => {
    expect(containsAddress(name)).toBe(false);
  });
});

test('EXTRA-2, SEC-4: a sign-up with such a name is refused at the name; the job title may hold one', () => {
  const address = 'Claim 500 at win-prize.top/go';
  const person = { first_name: address, last_name: 'St. John', job_title: address, organisation: 'prize.com', email: 'ada@example.com' };
  expect(checkSignUp({ kind: 'marketing', events: [], fields: [] }, person, { at: 0, inWords: String }).errors).toEqual([
    { path: 'first_name', message: NAME_WITHOUT_ADDRESS },
  ]);
});
