import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentAdvice, accentColours, contrast } from './theme-colours.ts';

/** The backgrounds of text and borders in an accent colour, in pages and mails. */
const SURFACES = { light: ['#f5f5f8', '#ffffff', '#f4f4f7', '#fdfdfe'], dark: ['#0e0e13', '#18181f', '#111116', '#1b1b22'] } as const;
/** Other text on a chosen card. */
const WORDS = { light: ['#1b1b24', '#5a5a69', '#b3261e'], dark: ['#f2f2f6', '#adadbc', '#ff9d94'] } as const;

const randomAccent = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('FACE-14: fifty random accents have 4.5 : 1 for text and 3 : 1 for borders in both schemes', () => {
  const holds = (accent: string) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { accent: link, tint, button, buttonHover, buttonText, buttonEdge } = accentColours(accent, scheme);
      const surfaces = [...SURFACES[scheme], tint];
      const pairs = [
        ...surfaces.map((surface) => [link, surface]),
        ...WORDS[scheme].map((words) => [words, tint]),
        [buttonText, button],
        [buttonText, buttonHover],
      ];
      for (const [words = '', behind = ''] of pairs) expect(contrast(words, behind)).toBeGreaterThanOrEqual(4.5);
      for (const surface of surfaces) expect(contrast(buttonEdge, surface)).toBeGreaterThanOrEqual(3);
      expect(['#ffffff', '#000000']).toContain(buttonText);
    }
  };
  fc.assert(fc.property(randomAccent, holds), { numRuns: 50, examples: [['#000000'], ['#ffffff'], ['#F28C1C'], ['#808080'], ['#ffff00']] });
});

test('FACE-14: a readable accent is unchanged', () => {
  expect(accentColours('#0f6b66', 'light')).toMatchObject({ accent: '#0f6b66', button: '#0f6b66', buttonText: '#ffffff' });
  expect(accentColours('#0F6B66', 'light').accent).toBe('#0f6b66');
  expect(accentColours('#f28c1c', 'dark')).toMatchObject({ accent: '#f28c1c', button: '#f28c1c', buttonText: '#000000' });
});

test('FACE-15: staff see whether white text is easy to read, and what is done if it is not', () => {
  expect(accentAdvice('#0f6b66')).toBe('White text is easy to read on this colour (6.3 : 1).');
  expect(accentAdvice('#F28C1C')).toBe('White text would be hard to read on this colour (2.4 : 1), so buttons use black.');
  expect(accentAdvice('#777777')).toContain('(4.4 : 1)');
});
