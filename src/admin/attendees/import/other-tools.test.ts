import { expect, test } from 'vitest';
import { CONTACT_FILES } from '#admin/testing/contact-files.ts';
import { planOf, PLAIN_EVENT } from '#admin/testing/import-plan.ts';
import { EVENT_FILES } from '#admin/testing/tool-files.ts';
import { targetsOf } from './columns/column-targets.ts';
import { guessColumns, type RememberedColumns } from './columns/guess-columns.ts';
import { readImportFile } from './file/read-file.ts';
import { createRowCheck, NO_EDITS } from './rows/import-rows.ts';
import { unclearConsent } from './rows/value-matches.ts';

const files = [...EVENT_FILES, ...CONTACT_FILES].map(([about, tool, content, plan, name]) => ({ about, tool, content, plan, name }));

test.each(files)('IMP-27: $about', async ({ tool, content, plan, name }) => {
  expect(await planOf(content, name)).toEqual({ tool, plan });
});

test.each([
  ['subscribed', 'unsubscribed', 'add'],
  ['enabled', 'blocklisted', 'add'],
  ['Active', 'Opted-out', 'add'],
  ['confirmed', 'unsubscribed', 'Not confirmed: unsubscribed'],
])('IMP-6: with a status that is %j or %j the second person wants no mail', async (status, other, outcome) => {
  const { plan } = await planOf(`Name,Email,Newsletter,Status\nAnn Lee,a@b.example,yes,${status}\nBo Lee,c@b.example,yes,${other}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example|||accepts|add', `Bo|Lee|c@b.example||||${outcome}`]);
});

test.each([
  ['Email opt-out', 'enabled', ''],
  ['Do not email', 'Active', ''],
  ['No marketing emails', 'active', ''],
  ['Unsubscribed', 'bounced', ''],
  ['Unsubscribed', 'subscribed', 'accepts'],
  ['Email opt-out', 'no', 'accepts'],
])('IMP-6: under %j, %j leaves %j of consent', async (header, cell, accepts) => {
  const { plan } = await planOf(`Name,Email,Newsletter,${header}\nAnn Lee,a@b.example,yes,${cell}`);
  expect(plan).toEqual([`Ann|Lee|a@b.example|||${accepts}|add`]);
});

test.each([
  ['yes,yes', 'accepts'],
  ['yes,', 'accepts'],
  ['yes,no', ''],
  ['no,yes', ''],
  ['yes,unsubscribed', ''],
  ['yes,refused', ''],
  [',yes', ''],
])('IMP-6: in two columns of consent that say %j, a no in either is a no, and the second alone is not a yes', async (cells, accepts) => {
  const { plan } = await planOf(`Name,Email,Newsletter,Marketing consent\nAnn Lee,a@b.example,${cells}`);
  expect(plan).toEqual([`Ann|Lee|a@b.example|||${accepts}|add`]);
});

test.each([
  ['Newsletter,Marketing', 'yes,', ''],
  ['Newsletter,Marketing', ',yes', 'accepts'],
  ['Newsletter,Marketing', 'no,yes', ''],
  ['Marketing,Newsletter', ',yes', ''],
  ['subscribed_to_emails', 'true', 'accepts'],
  ['subscribed_to_emails', 'false', ''],
  ['Email opt-in', 'yes', 'accepts'],
  ['EmailConsent', 'ja', 'accepts'],
  ['Email opt-in date', '2027-02-01', ''],
  ['Email consent form', 'yes', ''],
  ['marketing_opt_in', 'yes', 'accepts'],
  ['newsletter_opt_in', 'yes', 'accepts'],
  ['marketing_opted_in', 'yes', 'accepts'],
  ['MarketingOptIn', 'yes', 'accepts'],
  ['Newsletter,no_marketing_opt_in', 'yes,yes', ''],
  ['Newsletter,NoMarketingOptIn', 'yes,yes', ''],
])('IMP-6: below %s, %j means %j: the column called marketing counts first, and an opt-in is consent', async (head, cells, accepts) => {
  const { plan } = await planOf(`Name,Email,${head}\nAnn Lee,a@b.example,${cells}`);
  expect(plan).toEqual([`Ann|Lee|a@b.example|||${accepts}|add`]);
});

test('IMP-6: a status for text messages says nothing about mail', async () => {
  const { plan } = await planOf('Name,Email,Newsletter,SMS consent\nAnn Lee,a@b.example,yes,never subscribed');
  expect(plan).toEqual(['Ann|Lee|a@b.example|||accepts|add']);
});

test('IMP-27: a ticket names the person who comes, its order the buyer', async () => {
  const head = 'Ticket,Ticket Name,Ticket Title,Ticket First Name,Ticket Last Name,Order Name,Order Email,Ticket Email,Ticket Company Name';
  const { plan } = await planOf(`${head}\nEarly,Early bird,Day one,Ann,Lee,Bob Boss,bob@b.example,a@b.example,Acme`);
  expect(plan).toEqual(['Ann|Lee|a@b.example||Acme||add']);
});

test.each([
  ['Ticket Holder Name,Ticket Holder Email Address,Purchaser Name,Purchaser Email Address', 'Ann Lee,a@b.example,Ed Boss,ed@b.example'],
  ['E-Mail,Name Teilnehmer*in,E-Mail Teilnehmer*in', 'ed@b.example,Ann Lee,a@b.example'],
  ['E-Mail,Name Teilnehmer/-in,TeilnehmerIn E-Mail', 'ed@b.example,Ann Lee,a@b.example'],
  ['E-Mail Käufer:in,Name,Mailadresse', 'ed@b.example,Ann Lee,a@b.example'],
  ['Name,Email,Account holder email,Account holder name', 'Ann Lee,a@b.example,ed@b.example,Ed Boss'],
  ['Policy Holder Email,Policy Holder Name,Email,Name', 'ed@b.example,Ed Boss,a@b.example,Ann Lee'],
  ['Email,Name,TicketHolder Email,Badge holder name', 'ed@b.example,Ed Boss,a@b.example,Ann Lee'],
  ['Meeting ID,Topic\n1,Open day\n\nName (Original Name),User Email,Guest', 'Ann Lee (Ann),a@b.example,Yes'],
  ['First Name (Billing),Last Name (Billing),Email (Billing)', 'Ann,Lee,a@b.example'],
  ['Name,Email,Billing Name', '#1001,a@b.example,Ann Lee'],
  ['Nom payeur,Prénom payeur,Email payeur', 'Lee,Ann,a@b.example'],
  ['Имя,Фамилия,E-mail,Статус заказа', 'Ann,Lee,a@b.example,Оплачен'],
  ['Список участников\n\nИмя,Фамилия,Эл. почта', 'Ann,Lee,a@b.example'],
  ['参加者一覧\n\n氏名,メールアドレス', 'Ann Lee,a@b.example'],
])('IMP-27: below %j the person is found in %j', async (head, row) => {
  expect((await planOf(`${head}\n${row}`)).plan).toEqual(['Ann|Lee|a@b.example||||add']);
});

test.each([
  ['nome;email;telefone', 'Ann Lee;a@b.example;5,58199E+12'],
  ['Nombre,Correo', 'Ann Lee,a@b.example'],
  ['Nom,Courriel,Nom acheteur', 'Ann Lee,a@b.example,Ed Boss'],
  ['First name,Email', 'Ann Lee,a@b.example'],
  ['E-Mail;Wie heißt du? (Vor- und Nachname)', 'a@b.example;Ann Lee'],
  ['Email,First & last name', 'a@b.example,Ann Lee'],
  ['Email,Full name (as on your badge)', 'a@b.example,Ann Lee'],
  ['Nom du participant,Courriel', 'Ann Lee,a@b.example'],
  ['Student Name,Student Email,Parent Name,Parent Email', 'Ann Lee,a@b.example,Ed Boss,ed@b.example'],
  ['Trainee,Email,Department', 'Ann Lee,a@b.example,Sales'],
  ['Name des Teilnehmers;E-Mail', 'Ann Lee;a@b.example'],
  ['TN-Name;TN-E-Mail', 'Ann Lee;a@b.example'],
  ['Ansprechpartner;E-Mail', 'Ann Lee;a@b.example'],
  ['Name, Vorname;E-Mail', 'Lee, Ann;a@b.example'],
  ['FNAME,LNAME,EMAIL', 'Ann,Lee,a@b.example'],
  ['Primeiro nome,Último nome,Email', 'Ann,Lee,a@b.example'],
  ['Ansprechpartner,Name,E-Mail', 'Ed Boss,Ann Lee,a@b.example'],
  ['Employee,Name,Email', 'Ed Boss,Ann Lee,a@b.example'],
  ['Nom,Prénoms,Courriel', 'Lee,Ann,a@b.example'],
  ['姓,名,邮箱', 'Lee,Ann,a@b.example'],
  ['姓名,邮箱', 'Ann Lee,a@b.example'],
  ['氏名,メールアドレス', 'Ann Lee,a@b.example'],
  ['שם פרטי,שם משפחה,דוא״ל', 'Ann,Lee,a@b.example'],
  ['الاسم الأول,اسم العائلة,البريد الإلكتروني', 'Ann,Lee,a@b.example'],
])('IMP-29, USE-51: below %s the name in %j is found', async (head, row) => {
  expect((await planOf(`${head}\n${row}`)).plan).toEqual(['Ann|Lee|a@b.example||||add']);
});

test.each([
  ['Apellidos,Correo', 'García López,a@b.example', '|García López'],
  ['Nachname,E-Mail', 'van der Berg,a@b.example', '|van der Berg'],
  ['Cognome,Email', 'De Luca,a@b.example', '|De Luca'],
  ['Family status,Name,Email', 'married,Ann Lee,a@b.example', 'Ann|Lee'],
  ['Full name of trainer,Name,Email', 'Ed Boss,Ann Lee,a@b.example', 'Ann|Lee'],
  ['Contact person,First name,Email', 'Ed Boss,Ann,a@b.example', 'Ann|'],
  ['Nome,Apelido,Email', 'Anna Maria,Lee,a@b.example', 'Anna Maria|Lee'],
  ['First name,Surnames,Email', 'Anna Maria,Lee Ray,a@b.example', 'Anna Maria|Lee Ray'],
  ['Full name of organisation,Name,E-Mail', 'Acme Ltd,Ann Lee,a@b.example', 'Ann|Lee'],
])('IMP-29: %s has no full names, or those of others (%j)', async (head, row, name) => {
  expect((await planOf(`${head}\n${row}`)).plan[0]).toMatch(new RegExp(`^${name.replaceAll('|', '\\|')}\\|a@b.example`));
});

test.each([
  ['E-mail 1 - Value,E-mail 2 - Value,Manager email,Buyer email', ',a@b.example,m@b.example,ed@b.example', 'a@b.example||||add'],
  ['Email - Work,Email - Home', 'a@b.example,h@b.example', 'a@b.example||||add'],
  ['Attendee email,Customer email', ',ed@b.example', '||||Email is required'],
  ['Email,Trainer email', ',t@b.example', '||||Email is required'],
  ['Email,Booked by (email)', ',t@b.example', '||||Email is required'],
  ['E-Mail,E-Mail dienstlich', ',a@b.example', 'a@b.example||||add'],
  ['Email,Company email', ',info@b.example', '||||Email is required'],
  ['Email', 'a@b.example (work)', 'a@b.example||||add'],
  ['Email', 'Ann Lee (a@b.example)', 'a@b.example||||add'],
  ['Email', 'a@b.example/h@b.example', 'a@b.example||||add'],
  ['Email', 'ann lee@b.example (work)', 'ann lee@b.example (work)||||Please enter a valid email address'],
])('IMP-30: below %s the address of Bo is found in %j', async (head, cells, outcome) => {
  const { plan } = await planOf(`First name,Last name,${head}\nAnn,Lee,${head.replaceAll(/[^,]+/g, 'x@b.example')}\nBo,Ray,${cells}`);
  expect(plan[1]).toBe(`Bo|Ray|${outcome}`);
});

test('IMP-30: another address is not read from a column that was not imported last time', async () => {
  const file = await readImportFile(new File(['Name,Email,Email 2\nAnn Lee,,a@b.example'], 'list.csv'), PLAIN_EVENT);
  const addressWith = (remembered: RememberedColumns) =>
    createRowCheck(file.records, guessColumns(file, targetsOf(PLAIN_EVENT), remembered))(NO_EDITS)[0]?.email;
  expect([addressWith({}), addressWith({ email2: '' })]).toEqual(['a@b.example', '']);
});

test.each([
  'Ann Lee <a@b.example>; Ray, Bo <c@b.example>; d@b.example;',
  "Ann Lee <a@b.example>\n\n'Bo Ray' <c@b.example>\nd@b.example",
  'Ann Lee <a@b.example>,"Ray, Bo" <c@b.example>,d@b.example',
  '"Lee, Ann" <a@b.example>; "Ray, Bo" <c@b.example>; d@b.example',
  '"Lee, Ann" <a@b.example>, "Ray, Bo" <c@b.example>,\nd@b.example',
])('IMP-27: each of the recipients %j is a row with its name', async (text) => {
  expect((await planOf(text)).plan).toEqual([
    'Ann|Lee|a@b.example||||add',
    'Bo|Ray|c@b.example||||add',
    '||d@b.example||||Last name is required',
  ]);
});

test('IMP-27: without a header a first person without a name does not turn the others into recipients, nor a greeting into a table', async () => {
  expect((await planOf('Ann Lee <a@b.example>; Bo Ray <c@b.example>\nBest regards')).plan[1]).toBe('Bo|Ray|c@b.example||||add');
  expect((await planOf('a@b.example,\nc@b.example,Bo Ray')).plan).toEqual([
    '||a@b.example||||Last name is required',
    '||c@b.example||||Last name is required',
  ]);
});

test('IMP-27: without other names those of the order are used, but not that of a ticket', async () => {
  const { plan } = await planOf('Order First Name,Order Last Name,Order Email,Ticket Email\nAnn,Lee,b@b.example,a@b.example');
  expect(plan).toEqual(['Ann|Lee|a@b.example||||add']);
  expect((await planOf('Order First Name,Order Last Name,Order Email\nAnn,Lee,a@b.example')).plan).toEqual(plan);
  const { plan: ticket } = await planOf('Ticket: Name,Email\nEarly bird,a@b.example');
  expect(ticket).toEqual(['||a@b.example||||Last name is required']);
});

test.each([
  ['Ticket-Titel', ''],
  ['Ticket Title EN', ''],
  ['Ticket Role', ''],
  ['Ticket: Name', ''],
  ['Ad', ''],
  ['Ticket Job Title', 'Early bird'],
])('IMP-27: %j next to a name gives the job title %j', async (header, job) => {
  const { plan } = await planOf(`${header},Vorname,Nachname,Email\nEarly bird,Ann,Lee,a@b.example`);
  expect(plan).toEqual([`Ann|Lee|a@b.example|${job}|||add`]);
});

test.each([
  ['Newsletter', 'subscribed', 'unsubscribed', ['subscribed', 'unsubscribed']],
  ['Newsletter,Marketing consent', 'yes,perhaps', 'perhaps,no', ['perhaps']],
])('IMP-6: below %s, %j and %j have words that staff are asked about, but not next to a no', async (head, one, other, asked) => {
  const file = await readImportFile(
    new File([`Name,Email,${head}\nA B,a@b.example,${one}\nC D,c@b.example,${other}`], 'list.csv'),
    PLAIN_EVENT,
  );
  const unclear = unclearConsent(file.records, guessColumns(file, targetsOf(PLAIN_EVENT), {}));
  expect(unclear.map(({ value, rows }) => [value, rows])).toEqual(asked.map((value) => [value, 1]));
});

test.each([
  ['Name,Vorname', 'Peters,Peter', 'Peter|Peters'],
  ['Name,Vorname', 'Martin,Martin', 'Martin|Martin'],
  ['Name,Vorname', '"Lee, Ann",Ann', 'Ann|Lee'],
  ['Name,Vorname', '"Lee, PhD",Ann', 'Ann|Lee, PhD'],
  ['Name,Surname', 'Leeann,Lee', 'Leeann|Lee'],
  ['Name,Surname', '王小明,王', '小明|王'],
  ['Name,Surname', '"王, 小明",王', '小明|王'],
  ['Name,Vorname', 'Ann  Marie Lee,Ann  Marie', 'Ann  Marie|Lee'],
  ['Name,Nachname', 'Frau Ann Lee,Lee', 'Ann|Lee'],
])('IMP-29: the first of %j is the other part next to %j', async (head, names, written) => {
  expect((await planOf(`${head},Email\n${names},a@b.example`)).plan).toEqual([`${written}|a@b.example||||add`]);
});

test.each([
  ['Ann Lee MBE', 'Ann|Lee MBE'],
  ['"Ann Lee, CPA"', 'Ann|Lee, CPA'],
  ['"Ann Lee, MBE, PhD"', 'Ann|Lee, MBE, PhD'],
  ['"Ann Lee, Ph. D."', 'Ann|Lee, Ph. D.'],
  ['Jack Ma', 'Jack|Ma'],
  ['Yun Fat Ma', 'Yun Fat|Ma'],
  ['Omar Al Sharif', 'Omar|Al Sharif'],
  ['Al Pacino', 'Al|Pacino'],
  ['Ann St. John', 'Ann|St. John'],
  ['Lee Mc Queen', 'Lee|Mc Queen'],
  ['Ann Lee | Acme', 'Ann|Lee'],
  ['Ann Lee - Acme', 'Ann|Lee'],
  ['Ann van der Berg – Acme Ltd', 'Ann|van der Berg'],
  ['Ann Lee @Acme', 'Ann|Lee'],
  ['Anne - Marie Lee', 'Anne - Marie|Lee'],
  ['Lee | Ann', 'Lee ||Ann'],
  ['Acme | Ann Lee', 'Acme | Ann|Lee'],
  ['Wei Ling Eng', 'Wei Ling|Eng'],
  ['Ann Lee MEng', 'Ann|Lee MEng'],
  ['Ann Lee iii', 'Ann|Lee iii'],
  ['Ann Lee m.a.', 'Ann|Lee m.a.'],
  ['Ann Lee ma', 'Ann Lee|ma'],
  ['Al Di Meola', 'Al|Di Meola'],
  ['Al De Niro', 'Al|De Niro'],
  ['Mac De Marco', 'Mac|De Marco'],
  ['Xiao Bin Zhang', 'Xiao Bin|Zhang'],
  ['Kyaw San Oo', 'Kyaw San|Oo'],
  ['Ali bin Saeed', 'Ali|bin Saeed'],
  ['MAC Anh', 'Anh|MAC'],
  ['SANTA Maria', 'Maria|SANTA'],
  ['BIN Wang', 'Wang|BIN'],
])('IMP-29: the full name %s is split before its last name, with anything that follows', async (name, written) => {
  expect((await planOf(`Name,Email\n${name},a@b.example`)).plan).toEqual([`${written}|a@b.example||||add`]);
});

test.each(['ADI,SOYADI', 'Ad,Soyad', 'AD,SOYADI', 'İsim,Soyisim'])(
  'USE-51: the Turkish columns %s are first and last name',
  async (names) => {
    expect((await planOf(`${names},E-POSTA,KURUM\nAnn,Lee,a@b.example,Acme`)).plan).toEqual(['Ann|Lee|a@b.example||Acme||add']);
  },
);

test.each([
  ['Consent withdrawn', '', 'yes'],
  ['Einwilligung widerrufen', 'nein', 'ja'],
  ['Werbesperre', '', 'ja'],
  ['Status', 'Active', 'Unsubscribed'],
  ['Marketing Status', 'Subscribed', 'Unsubscribed'],
  ['Email Marketing Consent', 'SUBSCRIBED', 'UNSUBSCRIBED'],
  ['Event email status', 'Subscribed', 'Unsubscribed'],
])('IMP-6: next to a tick, a person with %s %j accepts and comes, and one with %j only comes', async (header, accepts, doesNot) => {
  const { plan } = await planOf(`Name,Email,Newsletter,${header}\nAnn Lee,a@b.example,yes,${accepts}\nBo Lee,c@b.example,yes,${doesNot}`);
  expect(plan).toEqual(['Ann|Lee|a@b.example|||accepts|add', 'Bo|Lee|c@b.example||||add']);
});

test.each(['Meno a priezvisko', 'Ime in priimek', 'Nume și prenume', 'Ees- ja perekonnanimi'])(
  'USE-51: a column %s has full names',
  async (header) => {
    expect((await planOf(`${header},Email\nAnn Lee,a@b.example`)).plan).toEqual(['Ann|Lee|a@b.example||||add']);
  },
);
