import { describe, expect, test } from 'vitest';
import { markedParts } from './marked.tsx';

const marked = (text: string, words: string) =>
  markedParts(text, words)
    .map((part, index) => (index % 2 === 1 ? `[${part}]` : part))
    .join('');

describe('matches are marked', () => {
  test.each([
    ['Leadership Essentials', 'lead', '[Lead]ership Essentials'],
    ['Finance for non-financial leaders', 'LEAD fin', '[Fin]ance for non-[fin]ancial [lead]ers'],
    ['Leader and lead', 'lead leader', '[Leader] and [lead]'],
    ['Élise Prosser', 'élise', '[Élise] Prosser'],
    ['José Álvarez', 'jose alv', '[José] [Álv]arez'],
    ['Jose\u0301 Alvarez', 'jose', '[Jose\u0301] Alvarez'],
    ['Uwe Straße', 'strass', 'Uwe [Straß]e'],
    ['Pat O’Brien', 'obrien', 'Pat [O’Brien]'],
    ['Pat O’Brien', 'brien', 'Pat O’[Brien]'],
    ['김민준', '김', '[김]민준'],
    ['misleading', 'lead', 'mis[lead]ing'],
    ['Anna and Hanna', 'an', '[An]na [an]d Hanna'],
    ['100% (new)', '% (', '100[%] [(]new)'],
    ['Nothing here', 'xyz', 'Nothing here'],
    ['Spaces only', '   ', 'Spaces only'],
    ['', 'a', ''],
  ])('%s with %s', (text, words, expected) => {
    expect(marked(text, words)).toBe(expected);
  });

  test('the parts make up the whole text', () => {
    const text = 'Leading leaders lead';
    expect(markedParts(text, 'lead ing').join('')).toBe(text);
  });
});
