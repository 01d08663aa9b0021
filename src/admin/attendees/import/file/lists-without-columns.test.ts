import { expect, test } from 'vitest';
import { planOf, PLAIN_EVENT } from '#admin/testing/import-plan.ts';
import { readCsv } from './read-file.ts';

test.each([
  ['Ray, Bo <c@b.example>; Lee, Ann <a@b.example>', ['Bo|Ray|c@b.example', 'Ann|Lee|a@b.example']],
  ['Ray, Bo (Acme GmbH) <c@b.example>; Lee, Ann [Beta] <a@b.example>;', ['Bo|Ray|c@b.example', 'Ann|Lee|a@b.example']],
  ['Ray, Bo <c@b.example>\r\nLee, Ann <a@b.example>\r\n', ['Bo|Ray|c@b.example', 'Ann|Lee|a@b.example']],
  ['Ann Lee <a@b.example>, "Ray, Bo" <c@b.example>', ['Ann|Lee|a@b.example', 'Bo|Ray|c@b.example']],
  [
    'Ann Lee <a@b.example>; "Ray, Bo" <c@b.example>, "Ho, Cy" <d@b.example>',
    ['Ann|Lee|a@b.example', 'Bo|Ray|c@b.example', 'Cy|Ho|d@b.example'],
  ],
  ['"c@b.example" <c@b.example>; Lee, Ann <a@b.example>', ['||c@b.example', 'Ann|Lee|a@b.example']],
  ['c@b.example <c@b.example>, Ann Lee <a@b.example>', ['||c@b.example', 'Ann|Lee|a@b.example']],
  ['a@b.example; c@b.example, d@b.example', ['||a@b.example', '||c@b.example', '||d@b.example']],
  ["'Lee, Ann' <a@b.example>; 'O'Neil, Bo' <c@b.example>", ['Ann|Lee|a@b.example', "Bo|O'Neil|c@b.example"]],
  ['To: “Ray, Bo” <MAILTO:c@b.example>; Ann Lee @ Acme <a@b.example>', ['Bo|Ray|c@b.example', 'Ann|Lee|a@b.example']],
  ['<a@b.example>; <c@b.example>', ['||a@b.example', '||c@b.example']],
  ['Ann Lee <a@b.example>, <c@b.example>', ['Ann|Lee|a@b.example', '||c@b.example']],
  ['Ann Lee <a@b.example>\n<c@b.example>\nBo Ray <d@b.example>', ['Ann|Lee|a@b.example', '||c@b.example', 'Bo|Ray|d@b.example']],
  ['Ann Lee,<a@b.example>\nTotal: Ray', ['Ann|Lee|a@b.example', 'Total:|Ray|']],
  ['Ann Lee <a@b.example>\nRay, Bo\n', ['Ann|Lee|a@b.example', 'Bo|Ray|']],
  ['Ann "Annie" Lee <a@b.example>; Bo Ray <c@b.example>', ['Ann "Annie"|Lee|a@b.example', 'Bo|Ray|c@b.example']],
])('IMP-27: recipients keep their names, whatever separates these (%j)', async (text, people) => {
  const { plan } = await planOf(text);
  expect(plan.map((row) => row.split('|').slice(0, 3).join('|'))).toEqual(people);
});

test.each([
  ['Ann,Lee,<a@b.example>\nBo,Ray,<c@b.example>', ['Column 1', 'Column 2', 'Column 3']],
  ['Lee,Ann,Ann Lee <a@b.example>', ['Column 1', 'Column 2', 'Column 3']],
  ['a@b.example,Ann Lee,Acme\nc@b.example,Bo Ray,Beta', ['Column 1', 'Column 2', 'Column 3']],
  ['Email\na@b.example\nc@b.example', ['Email']],
  ['Acme;Ray, Bo <c@b.example>\nBeta;Lee, Ann <a@b.example>', ['Column 1', 'Column 2']],
  ['Guests\n\nשם,אימייל\nAnn Lee,a@b.example', ['שם', 'אימייל']],
  ['Guests\n\nשם,כתובת מייל\nAnn Lee,a@b.example', ['שם', 'כתובת מייל']],
])('IMP-27: the rows of a table are no recipients (%j)', (text, header) => {
  expect(readCsv(text, PLAIN_EVENT).header).toEqual(header);
});

const ROWS = ['Ann|Lee|a@b.example||||add', 'Bo|Ray, Jr|c@b.example||||add'];

test.each([
  '"First name,Last name,Email"\n"Ann,Lee,a@b.example"\n"Bo,""Ray, Jr"",c@b.example"',
  '"First name;Last name;Email"\r\n\r\n"Ann;Lee;a@b.example"\r\n"Bo;Ray, Jr;c@b.example"\r\n',
  '"First name\tLast name\tEmail"\n"Ann\tLee\ta@b.example"\n"Bo\tRay, Jr\tc@b.example"',
  'Guests of 8 March\n"First name,Last name,Email"\n"Ann,Lee,a@b.example"\n"Bo,""Ray, Jr"",c@b.example"',
  '\ufeff"First name,Last name,Email",,\n"Ann,Lee,a@b.example",,\n"Bo,""Ray, Jr"",c@b.example",,',
])('IMP-27: a table that Excel saved in one column is read as a table (%j)', async (text) => {
  expect((await planOf(text)).plan).toEqual(ROWS);
});

test.each([
  '“First name”,“Last name”,“Email”\n“Ann”,“Lee”,“a@b.example”\n“Bo”,“Ray, Jr”,“c@b.example”',
  '„First name“;„Last name“;„Email“\r\n„Ann“;„Lee“;„a@b.example“\r\n„Bo“;„Ray, Jr“;„c@b.example“\r\n',
  '\ufeff«First name», «Last name», «Email»\nAnn, Lee, a@b.example\n«Bo», «Ray, Jr», «c@b.example»',
  'sep=;\n”First name” ; ”Last name” ; ”Email”\n”Ann” ; ”Lee” ; ”a@b.example”\n”Bo” ; ”Ray, Jr” ; ”c@b.example”',
  '“First name”,“Last name”,“Email”,“Note”\nAnn,Lee,a@b.example,\n“Bo”,“Ray, Jr”,“c@b.example”,“so "new"\nhere”',
])('IMP-27: quotation marks that a word processor curled are around cells (%j)', async (text) => {
  expect((await planOf(text)).plan).toEqual(ROWS);
});

test('IMP-27: curly quotation marks between straight ones stay as typed', () => {
  const text = '“Open day” guests,,,\nFirst name,Last name,Email,Note\nAnn,Lee,a@b.example,"I said, “yes”, and came"';
  expect(readCsv(text, PLAIN_EVENT).records[0]?.cells[3]).toBe('I said, “yes”, and came');
});

test.each(['', '“Open day” guests,,,\n', '“Lists” of, “two” people,,\n'])(
  'IMP-27: other curly quotation marks stay as typed (%j)',
  async (above) => {
    const { plan } = await planOf(`${above}First name,Last name,Email,Note\n“Ann” I,Lee,a@b.example,a “b”\n“Bo,Ray,c@b.example,“d” e`);
    expect(plan).toEqual(['“Ann” I|Lee|a@b.example||||add', '“Bo|Ray|c@b.example||||add']);
  },
);

test('IMP-27: a column of texts with commas is not one', async () => {
  expect((await planOf('Email\n"a@b.example, c@b.example"')).plan).toHaveLength(1);
});

test('VAL-17, IMP-32: a SYLK file is refused, unlike a list whose first columns begin like one', async () => {
  await expect(planOf('ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Email"')).rejects.toMatchObject({
    detail: expect.stringMatching(/^This isn't a table/),
  });
  expect((await planOf('ID;Prénom;Nom;E-mail\nB;Ann;Lee;a@b.example')).plan).toEqual(['Ann|Lee|a@b.example||||add']);
});

test.each([
  'First name,Last name,Email\nO&#039;Dell &amp; Co,M&uuml;ller&#x2013;&Aring;s,a@b.example',
  'First name\tL&#97;st name\tEmail\nO&apos;Dell & Co\tMüller&ndash;Ås\ta@b.example',
])('IMP-27: letters that a web page spells by their names or numbers are read (%j)', async (text) => {
  expect((await planOf(text)).plan).toEqual(["O'Dell & Co|Müller–Ås|a@b.example||||add"]);
});

test.each([
  ['Attendee\nAnn Lee <a@b.example>\n"Ray, Bo <c@b.example>"', ['Ann|Lee|a@b.example', 'Bo|Ray|c@b.example']],
  ["Attendee\n'Ann Lee' <a@b.example>\n'Bo Ray' <c@b.example>", ['Ann|Lee|a@b.example', 'Bo|Ray|c@b.example']],
  ['Company,Name\nAcme,ANN LEE|a@b.example\nBeta,c@b.example', ['ANN|LEE|a@b.example', '||c@b.example']],
  ['Email;Status\nAnn Lee (a@b.example);going\nBo Ray <c@b.example>;', ['Ann|Lee|a@b.example', 'Bo|Ray|c@b.example']],
  ['Attendee,Email\nAnn Lee (c@b.example),a@b.example', ['Ann|Lee|a@b.example']],
  ['Attendee\nAnn Lee <a@b.example>\nBo Ray\nCy <c@b.example>', ['Ann|Lee|a@b.example', 'Bo|Ray|', '|Cy|c@b.example']],
  ['Email\nAnn Lee <a@b.example>\nBo <c@b.example>; d@b.example\nnone', ['Ann|Lee|a@b.example', '||c@b.example', '||none']],
])('IMP-30: a name with an address below one header is both (%j)', async (text, people) => {
  const { plan } = await planOf(text);
  expect(plan.map((row) => row.split('|').slice(0, 3).join('|'))).toEqual(people);
});

test.each([
  `Attendee\n${'a@'.repeat(100_000)} x\nBo <b@b.example>`,
  ...['@', 'a@', '/', '<a'].map((part) => `Name,Email\nAnn,${part.repeat(100_000)}\nBo,b@b.example`),
  `Name,Email,${'wait '.repeat(20_000)}\nAnn,a@b.example,yes\nBo,b@b.example,yes`,
  `Name,Email,Status\nAnn,a@b.example,${'wait '.repeat(20_000)}\nBo,b@b.example`,
])(
  'IMP-30: a very long cell is read at once (%#)',
  async (text) => {
    const { plan } = await planOf(text);
    expect(plan[1]).toMatch(/^\|Bo\|b@b\.example/);
  },
  5_000,
);

test('a file with more columns than anyone could go through is refused', async () => {
  const textWith = (more: number) => `Name,Email${',x'.repeat(more)}\nBo,b@b.example`;
  expect((await planOf(textWith(998))).plan).toEqual(['|Bo|b@b.example||||add']);
  await expect(planOf(textWith(50_000))).rejects.toThrow('The file has more than 1,000 columns.');
});
