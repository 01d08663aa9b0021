import { describe, expect, test } from 'vitest';
import { newPublicField } from '#admin/testing/form-fakes.ts';
import { HEAD, readRows as read } from '#admin/testing/import-rows.ts';
import type { PublicField } from '#contract/rules/public-fields.ts';
import { chooseTarget } from '../columns/guess-columns.ts';
import { stateOf } from './cell-words.ts';
import { hasLostCharacters, withMatch } from './import-plan.ts';
import { bodyOf, createRowCheck, type ImportEdits, NO_EDITS, updateOf } from './import-rows.ts';
import { obviousMatches, unclearConsent, unmatchedValues } from './value-matches.ts';

describe('marketing', () => {
  const row = (cell: string) => {
    const [only] = read(`${HEAD},marketing\na,b,c@d.e,"${cell}"`).rows;
    if (only === undefined) throw new Error('no row');
    return only;
  };

  test.each(['yes', 'Yes', 'x', '1', 'true', 'ON', 'ja', 'Áno', 'kyllä', 'WAHR', '☑'])('IMP-6: %j is consent', (cell) => {
    expect(row(cell).saysNo).toBe(false);
    expect(bodyOf(row(cell), 'not_accepting').accepts_marketing).toBe(true);
  });

  test.each(['Nein, danke', 'no thanks', 'none', 'unsubscribed', 'maybe', 'Not Checked', 'o', '2026-03-01 10:00'])(
    'IMP-6: %j is not consent unless staff say that it means consent',
    (cell) => {
      expect(row(cell).saysNo).toBe(false);
      expect(bodyOf(row(cell), 'accepting').accepts_marketing).toBe(false);
      const { file, columns, check } = read(`${HEAD},marketing\na,b,c@d.e,"${cell}"`);
      expect(unclearConsent(file.records, columns)).toEqual([{ value: cell, rows: 1 }]);
      const [said] = check(withMatch(NO_EDITS, 'marketing', cell, 'yes'));
      expect(said && bodyOf(said, 'not_accepting').accepts_marketing).toBe(true);
    },
  );

  test('IMP-6: people who have unsubscribed do not accept, whatever else the row says', () => {
    const { rows } = read(`${HEAD},marketing,Unsubscribed\na,b,c@d.e,yes,2026-03-01\na,b,d@d.e,yes,no`);
    expect(rows.map((each) => [bodyOf(each, 'accepting').accepts_marketing, updateOf(each, 'accepting').accepts_marketing])).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('IMP-6: any of several columns says that someone has unsubscribed, also one that was chosen by hand', () => {
    const { file, columns } = read(
      `${HEAD},Newsletter,Unsubscribed,Opted out,Left\na,b,c@d.e,yes,,,no\na,b,d@d.e,yes,no,yes,\na,b,e@d.e,yes,no,,yes`,
    );
    const accepts = (chosen: typeof columns) =>
      createRowCheck(file.records, chosen)(NO_EDITS).map((each) => bodyOf(each, 'accepting').accepts_marketing);
    expect(accepts(columns)).toEqual([true, false, true]);
    expect(accepts(chooseTarget(columns, 6, columns[4]?.target))).toEqual([true, false, false]);
  });

  test('IMP-6: for a file of subscribers staff may say that everyone accepts', () => {
    const { check } = read(`${HEAD}\na,b,c@d.e`);
    const accepts = (edits: ImportEdits) => check(edits).map((each) => bodyOf(each, 'not_accepting').accepts_marketing);
    expect([accepts(NO_EDITS), accepts({ ...NO_EDITS, allAccept: true })]).toEqual([[false], [true]]);
    const [no] = read(`${HEAD},marketing\na,b,c@d.e,no`).check({ ...NO_EDITS, allAccept: true });
    expect(no && bodyOf(no, 'not_accepting').accepts_marketing).toBe(false);
  });

  test('USE-53: in an update, a value that means neither yes nor no changes nothing', () => {
    const { rows } = read(`${HEAD},marketing\na,b,c@d.e,maybe\na,b,d@d.e,ja\na,b,e@d.e,nein`);
    expect(rows.map((each) => updateOf(each, 'not_accepting').accepts_marketing)).toEqual([undefined, true, false]);
  });

  test.each(['', ' ', '\t'])('IMP-6, IMP-26: %j is not consent', (cell) => {
    expect(row(cell).saysNo).toBe(false);
    expect(bodyOf(row(cell), 'accepting').accepts_marketing).toBe(false);
  });

  test.each(['no', 'No', ' NO ', 'n', 'false', 'FALSE', '0', 'nein', 'falsch', '–', 'off', 'ei', 'nie', 'nem', 'ne', 'NÃO', 'FAŁSZ', '☐'])(
    'IMP-10: %j says no, and staff are asked what it means',
    (cell) => {
      expect(row(cell).saysNo).toBe(true);
      expect(bodyOf(row(cell), 'not_accepting').accepts_marketing).toBe(false);
      expect(bodyOf(row(cell), 'accepting').accepts_marketing).toBe(true);
    },
  );
});

describe('the content of a cell', () => {
  const values = (text: string, fields?: PublicField[]) => read(text, fields).rows.map((row) => row.values);

  test.each([
    ['Smith, Ann', 'Ann', 'Smith'],
    ['一ノ瀬 翔', '翔', '一ノ瀬'],
    ['Ann van der Berg', 'Ann', 'van der Berg'],
    ['Ann Mary Smith', 'Ann Mary', 'Smith'],
    ['ann smith', 'ann', 'smith'],
    ['김 민준', '민준', '김'],
    ['Suharto', '', 'Suharto'],
    ['Ann Smith (Kestrel)', 'Ann', 'Smith'],
    ['Martin King Jr.', 'Martin', 'King Jr.'],
    ['Mrs Ann Smith', 'Ann', 'Smith'],
    ['Herr Müller', '', 'Müller'],
    ['Herrn Ann Smith, MSc, CEng', 'Ann', 'Smith, MSc, CEng'],
    ['José  de la Cruz', 'José', 'de la Cruz'],
    ['VAN DER BERG Ann', 'Ann', 'VAN DER BERG'],
    ['Ann VAN DER BERG', 'Ann', 'VAN DER BERG'],
    ['ANN VAN DER BERG', 'ANN', 'VAN DER BERG'],
    ['VAN DER BERG ANN', 'ANN', 'VAN DER BERG'],
    ['Ann Van Der Berg', 'Ann', 'Van Der Berg'],
    ['Smith, Ann Mary', 'Ann Mary', 'Smith'],
    ['de la CRUZ Maria', 'Maria', 'de la CRUZ'],
    ['von Braun Wernher', 'Wernher', 'von Braun'],
    ['GARCÍA LÓPEZ Ana María', 'Ana María', 'GARCÍA LÓPEZ'],
    ['Ana GARCÍA LÓPEZ', 'Ana', 'GARCÍA LÓPEZ'],
    ["McDONALD O'BRIEN Ann", 'Ann', "McDONALD O'BRIEN"],
    ['LI Wei', 'Wei', 'LI'],
    ['AJ Smith', 'AJ', 'Smith'],
    ['J.R.R. Tolkien', 'J.R.R.', 'Tolkien'],
    ["'Ann Lee'", 'Ann', 'Lee'],
    ['“Ann” “Lee”', '“Ann”', '“Lee”'],
    ["Piet 't Hart", 'Piet', "'t Hart"],
    ['Van Morrison', 'Van', 'Morrison'],
    ['de Gaulle', '', 'de Gaulle'],
    ['Ann Lee (she/her)', 'Ann', 'Lee'],
    ['Ann Lee – they / them', 'Ann', 'Lee'],
    ['a, '.repeat(400), '', 'a, '.repeat(400).trim()],
  ])('IMP-29: the full name %j is split', (name, first, last) => {
    expect(values(`Name;E-Mail\n${name};ann@example.com`)).toEqual([{ first_name: first, last_name: last, email: 'ann@example.com' }]);
  });

  test.each([
    ['Vorname;Name', 'Ann;Lee', 'Ann', 'Lee'],
    ['Voornaam;Tussenvoegsel;Achternaam', 'Ann;van der;Berg', 'Ann', 'van der Berg'],
    ['Voornaam;Tussenvoegsel;Achternaam', 'Ann;;Berg', 'Ann', 'Berg'],
    ['Voornaam;Tussenvoegsel;Achternaam', 'Ann;Van der;van der Berg', 'Ann', 'van der Berg'],
    ['Name;First name', 'Ann Lee;Ann', 'Ann', 'Lee'],
    ['Name;Last name', 'Ann;Lee', 'Ann', 'Lee'],
    ['Name;First name;Last name', 'A. Lee;Ann;Lee', 'Ann', 'Lee'],
  ])('IMP-29: a name next to its parts fills in missing ones (%s)', (head, cells, first, last) => {
    expect(values(`${head};E-Mail\n${cells};ann@example.com`)).toMatchObject([{ first_name: first, last_name: last }]);
  });

  test.each([
    'a@b.example ::: c@d.example',
    'a@b.example; c@d.example',
    'a@b.example, c@d.example',
    'a@b.example\nc@d.example',
    'A B <a@b.example>; <c@d.example>',
    '""a@b.example"" ""c@d.example""',
  ])('IMP-30: the first of several addresses in %j is used, and the others are shown', (cell) => {
    expect(read(`${HEAD}\na,b,"${cell}"`).rows).toMatchObject([{ values: { email: 'a@b.example' }, further: 'c@d.example' }]);
  });

  const RECIPIENTS = ['A B <a@b.example>', 'A B <a@b.example>;', "'B, A' <a@b.example>,", '""A B"" <a@b.example>; '];
  test.each(RECIPIENTS)('IMP-30: from %j, as mail programs copy a recipient, the address is used', (cell) => {
    const [row] = read(`${HEAD}\na,b,"${cell}"`).rows;
    expect([row?.values.email, row?.further, row?.problems]).toEqual(['a@b.example', '', {}]);
  });

  test.each(['anna<lee@x.example', 'a<@b.example', 'a@b.example'])('IMP-30: %j is not a recipient and is unchanged', (cell) => {
    expect(read(`${HEAD}\na,b,"${cell}"`).rows[0]?.values.email).toBe(cell);
  });

  test('IMP-31: composed and decomposed letters are the same, and line breaks of word processors are blanks in one line', () => {
    const fields = [newPublicField('Menu', 'menu', { type: 'select', options: ['Végétarien'.normalize('NFC')] })];
    const { file, columns, check } = read(
      `${HEAD},menu,organisation,message\nAn\u000bna,b,c@d.e,${'Végétarien'.normalize('NFD')},Acme\u2028Ltd,x\u000by`,
      fields,
    );
    const matches = obviousMatches(unmatchedValues(file.records, columns));
    expect(check({ ...NO_EDITS, matches })[0]).toMatchObject({
      problems: {},
      values: { first_name: 'An na', organisation: 'Acme Ltd', message: 'x\ny', menu: 'Végétarien'.normalize('NFC') },
    });
  });
});

test.each([
  ['RSVP', ['yes', 'no', 'maybe'], [undefined, 'no', 'maybe']],
  ['Statut', ['Validé', 'Annulé', 'Liste d’attente'], [undefined, 'annulé', 'liste d’attente']],
  ['Teilnahmestatus', ['Zugesagt', 'Abgesagt', 'unklar'], [undefined, 'abgesagt', 'unklar']],
  ['Stav', ['Potvrzeno', 'Zrušeno', 'Náhradník'], [undefined, 'zrušeno', 'náhradník']],
  ['Tila', ['Vahvistettu', 'Peruttu', 'Jonossa'], [undefined, 'peruttu', 'jonossa']],
  ['Status', ['Potwierdzone', 'Anulowane', 'Oczekujące'], [undefined, 'anulowane', 'oczekujące']],
  ['Állapot', ['Visszaigazolva', 'Lemondva', 'Várólista'], [undefined, 'lemondva', 'várólista']],
  ['Estado de pagamento', ['Aprovado', 'Anulado', 'Pendente'], [undefined, 'anulado', 'pendente']],
  ['Will you be attending?', ['Yes', 'No', ''], [undefined, 'no', undefined]],
  ['Serez-vous présent ?', ['Oui', 'Non', ''], [undefined, 'non', undefined]],
  ['Nehmen Sie teil?', ['Ja', 'Nein', ''], [undefined, 'nein', undefined]],
  ['Teilnehmerstatus', ['Nimmt teil', 'Nimmt nicht teil', 'Eingecheckt'], [undefined, 'nimmt nicht teil', undefined]],
  ['Statut du participant', ['Participe', 'Ne participe pas', ''], [undefined, 'ne participe pas', undefined]],
  ['Estado del asistente', ['Asistirá', 'No asistirá', ''], [undefined, 'no asistirá', undefined]],
  ['Status', ['RSVP Yes', 'RSVP No', 'Waitlisted'], [undefined, 'rsvp no', 'waitlisted']],
  ['cancelled_at', ['', '2027-02-01T10:00:00Z', ''], [undefined, 'cancelled', undefined]],
  ['Storniert am', ['', '01.02.2027', ''], [undefined, 'cancelled', undefined]],
  ['Cancelled Date/Time', ['0000-00-00 00:00:00', '2027-02-01 10:00:00', '-'], [undefined, 'cancelled', undefined]],
  ...['Stornierbar', 'Free cancellation', 'Cancellation policy accepted', 'Not cancelled', 'Inscription non annulée', 'Uncancelled'].map(
    (header): [string, string[], undefined[]] => [header, ['yes', 'no', ''], [undefined, undefined, undefined]],
  ),
  ...['isCancelled', 'Commande annulée', 'Zrušeno', 'Peruttu', 'Stornierte Bestellung', 'Cancelled (yes/no)'].map(
    (header): [string, string[], (string | undefined)[]] => [header, ['no', 'yes', ''], [undefined, 'cancelled', undefined]],
  ),
  ['Annulé le', ['', '01/02/2027', ''], [undefined, 'cancelled', undefined]],
  ...['Cancellation deadline', 'Free cancellation until', 'Stornofrist', 'Stornierbar bis', 'Can be cancelled on', 'Uncancelled at'].map(
    (header): [string, string[], undefined[]] => [header, ['2027-02-01', '01.02.2027', ''], [undefined, undefined, undefined]],
  ),
  ['Coming by car?', ['Yes', 'No', ''], [undefined, undefined, undefined]],
  ['Payment', ['paid', 'unpaid', 'Refunded'], [undefined, 'unpaid', 'refunded']],
  ['Order cancelled', ['0', '1', ''], [undefined, 'cancelled', undefined]],
  ['State', ['CA', 'NY', 'WA'], [undefined, undefined, undefined]],
  ['Are you attending the dinner?', ['Yes', 'No', ''], [undefined, undefined, undefined]],
  ['Canceled by', ['Ann', '', ''], [undefined, undefined, undefined]],
])('IMP-28: a column %j of %j has the state of each sign-up', (header, cells, states) => {
  const { rows } = read(`${HEAD},${header}\n${cells.map((cell, index) => `a,b,${index}@x.example,${cell}`).join('\n')}`);
  expect(rows.map(({ registration }) => registration)).toEqual(states);
});

test.each([
  ['Waiting for payment', 'other'],
  ['Waiting for approval', 'other'],
  ['Awaiting payment', 'other'],
  ['Wartet auf Zahlung', 'other'],
  ['Warten auf Freigabe', 'other'],
  ['En attente de paiement', 'other'],
  ['En attente', 'other'],
  ['En espera de pago', 'other'],
  ['In attesa di pagamento', 'other'],
  ['Wacht op betaling', 'other'],
  ['Väntar på betalning', 'other'],
  ['Venter på betaling', 'other'],
  ['Waiting', 'waiting'],
  ['waiting_list', 'waiting'],
  ['Waitlisted', 'waiting'],
  ['On waiting list', 'waiting'],
  ['Warteliste', 'waiting'],
  ['Auf der Warteliste', 'waiting'],
  ['Nachrücker', 'waiting'],
  ['Liste d’attente', 'waiting'],
  ['Lista de espera', 'waiting'],
  ['Lista d’attesa', 'waiting'],
  ['In lista di attesa', 'waiting'],
  ['Wachtlijst', 'waiting'],
  ['Venteliste', 'waiting'],
  ['Väntelista', 'waiting'],
  ['Bekräftad', 'going'],
  ['Påmeldt', 'going'],
  ['Betalt', 'going'],
  ['Aangemeld', 'going'],
  ['Opłacone', 'going'],
  ['Zusage', 'going'],
  ['Potwierdzona', 'going'],
  ['Potwierdzona rezygnacja', undefined],
  ['Potwierdzona nieobecność', undefined],
  ['Potwierdzenie oczekujące', undefined],
  ['Zarezerwowane', undefined],
  ['Lista rezerwowa', 'waiting'],
  ['Na liście rezerwowej', 'waiting'],
  ['Rezerwowy', 'waiting'],
  ['Absage', 'cancelled'],
  ['Geannuleerd', 'cancelled'],
  ['Odhlášen', 'cancelled'],
  ['Aflyst', 'cancelled'],
  ['Nimmt nicht teil', 'cancelled'],
  ['Ne participe pas', 'cancelled'],
  ['Kommt nicht', 'cancelled'],
  ['Kommer inte', 'cancelled'],
  ['Nepřijdu', 'cancelled'],
  ['Ik kom niet', 'cancelled'],
  ['Cancellation declined', undefined],
  ['Not cancelled', undefined],
  ['Kommt', 'going'],
  ['Je viens', 'going'],
  ['Godkendt', 'going'],
  ['Zaakceptowane', 'going'],
  ['Elfogadva', 'going'],
  ['Removed from waiting list', 'other'],
  ['Waitlist declined', 'other'],
  ['Nicht auf der Warteliste', undefined],
  ['Pas sur liste d’attente', 'other'],
  ['Invited from waitlist', 'other'],
  ['I’ll be there', 'going'],
  ['I can’t come', undefined],
  ['Anmeldung bestätigt', 'going'],
  ['Inscription annulée', 'cancelled'],
  ['Booking cancelled', 'cancelled'],
  ['Order placed', 'going'],
  ['Not confirmed', 'other'],
  ['Nicht bestätigt', 'other'],
  ['Non confermato', 'other'],
  ['Confirmada', 'going'],
  ['Pago', 'going'],
  ['Pendente', 'other'],
])('IMP-28: %j is the state %s', (text, state) => {
  expect(stateOf(text)).toBe(state);
});

test.each([
  ['JÃ¼rgen', true],
  ['Å\u0081ukasz', true],
  ['MichaÅ‚', true],
  ['Ã–zil', true],
  ['JOÃO', false],
  ['Åse', false],
  ['Smith & Sons; Co', false],
])('USE-53: %j is pointed out as a name with wrong letters: %s', (name, isWrong) => {
  expect(read(`${HEAD}\n${name},Lee,ann@example.com`).rows.map(hasLostCharacters)).toEqual([isWrong]);
});
