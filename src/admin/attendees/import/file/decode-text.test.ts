import { describe, expect, test } from 'vitest';
import { planOf } from '#admin/testing/import-plan.ts';
import { decodeAs, decodeText } from './decode-text.ts';

/** The bytes of a text in an old encoding. */
function encode(written: string, encoding: string): Uint8Array<ArrayBuffer> {
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decodeAs(Uint8Array.of(code), encoding), code]));
  return Uint8Array.from(written, (letter) => codes.get(letter) ?? 0x3f);
}

const listOf = (names: readonly string[]): string => `Name,Email\n${names.map((name, at) => `${name},p${at}@example.com`).join('\n')}`;

describe('encodings of DOS and Unix', () => {
  test.each([
    ['CP850', 'Jürgen Müller', 'Björn Weiß', 'Änne Köhler'],
    ['CP850', 'Hélène Lefèvre', 'José Muñoz', 'François Côté'],
    ['CP850', 'Åse Björk', 'Søren Kjær', 'Göran Östlund'],
    ['CP852', 'Łukasz Śliwa', 'Żaneta Wójcik', 'Gałązka'],
    ['CP852', 'Jiří Dvořák', 'Zdeněk Růžička', 'Šárka Černá'],
    ['CP852', 'Győző Szűcs', 'Erdős Örs', 'Kovács Tűnde'],
    ['ISO-8859-2', 'Łukasz Śliwa', 'Żaneta Wójcik', 'Małgorzata Kuśnierz'],
    ['ISO-8859-2', 'Jiří Dvořák', 'Lukáš Šťastný', 'Žofie Němcová'],
    ['IBM866', 'Иванов Пётр', 'Ольга Щукина', 'Юлия Королёва'],
    ['KOI8-U', 'Иванов Пётр', 'Ольга Щукина', 'Юлия Чехова'],
    ['KOI8-U', 'Шевченко Ірина', 'Київ', 'Їжак Єва'],
    ['Windows-1250', 'Łukasz Śliwa', 'Żaneta Wójcik', 'Jiří Šťastný'],
    ['Windows-1251', 'Иванов Пётр', 'Ольга Щукина', 'Юлия Королёва'],
    ['Windows-1252', 'Jürgen Müller', 'Björn Weiß', 'Hélène Lefèvre'],
    ['Windows-1252', 'PAT O’BRIEN'],
    ['Mac Roman', 'Jürgen Müller', 'Björn Weiß', 'Hélène Lefèvre'],
  ])('IMP-18: names in %s are recognised (%s)', (encoding, ...names) => {
    const text = listOf(names);
    expect(decodeText(encode(text, encoding))).toEqual({ text, encoding });
  });
});

describe('UTF-8 with letters that are not', () => {
  const UTF8 = listOf(['Jürgen Müller', 'Zoë Çelik', 'Łukasz Dvořák', '王小明']);
  test.each([
    ['Windows-1252', 'Jörg Groß'],
    ['Windows-1252', 'Siân O’Hara'],
    ['CP850', 'Björn Weiß'],
    ['Windows-1251', 'Иванов Пётр'],
    ['Windows-1250', 'Łukasz Śliwa'],
  ])('IMP-17: a line in %s is read as such, and the others as UTF-8 (%s)', (encoding, name) => {
    const added = encode(`${name},x@example.com`, encoding);
    const bytes = Buffer.concat([Buffer.from(`${UTF8}\n`), added, Buffer.from('\r\nZoë,z@example.com')]);
    expect(decodeText(bytes)).toEqual({ text: `${UTF8}\n${name},x@example.com\r\nZoë,z@example.com`, encoding: 'UTF-8' });
    const halves = Buffer.concat([Buffer.from(`${name}\n`), encode(name, encoding)]);
    expect(decodeText(halves)).toEqual({ text: `${name}\n${name}`, encoding: 'UTF-8' });
    const marked = Buffer.concat([Buffer.from('\ufeff'), encode(`${name}\n${name}`, encoding)]);
    expect(decodeText(marked)).toEqual({ text: `${name}\n${name}`, encoding: 'UTF-8' });
  });

  test('IMP-17: a letter that was cut in half changes no others', async () => {
    const whole = Buffer.from('Name,Message,Email\nJürgen Müller,Grüße,a@example.com\nZoë Lee,Grüß');
    const cut = Buffer.concat([whole.subarray(0, -1), Buffer.from(',b@example.com')]);
    expect((await planOf(new Uint8Array(cut))).plan).toEqual(['Jürgen|Müller|a@example.com||||add', 'Zoë|Lee|b@example.com||||add']);
    expect(decodeText(cut).text).toContain('Zoë Lee,Grü\ufffd,b@example.com');
  });

  test.each([
    ['EUC-KR', 'b1e8b9cec1d820c0ccbcadbfac20c8abb1e6b5bf'],
    ['GB18030', 'cdf5ceb020c0eec4c820c5b7d1f4e8f7baad'],
    ['Windows-1254', 'c761f06c617220d67a74fc726b'],
  ])('IMP-18: the bytes of %s are not taken for it', (_, hex) => {
    expect(decodeText(Buffer.concat([Buffer.from('Name,Email\n'), Buffer.from(hex, 'hex')])).encoding).not.toBe('UTF-8');
  });
});
