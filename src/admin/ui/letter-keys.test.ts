import { getHotkeyHandler } from '@mantine/hooks';
import { expect, test } from 'vitest';
import { byLetter } from './letter-keys.ts';

const KEYBOARDS = [
  ['English', 's', 'KeyS', true],
  ['English with Caps Lock', 'S', 'KeyS', true],
  ['Russian', 'ы', 'KeyS', true],
  ['Russian with Caps Lock', 'Ы', 'KeyS', true],
  ['Greek', 'σ', 'KeyS', true],
  ['Hebrew', 'ד', 'KeyS', true],
  ['Arabic', 'س', 'KeyS', true],
  ['Thai', 'ห', 'KeyS', true],
  ['Hindi, whose key writes a mark', '्', 'KeyS', true],
  ['Russian, the key next to it', 'в', 'KeyD', false],
  ['Dvorak', 's', 'Semicolon', true],
  ['Dvorak, another letter at the place of S', 'o', 'KeyS', false],
  ['French, Q at the place of A', 'q', 'KeyA', false],
  ['an accented Latin letter', 'ś', 'KeyS', false],
  ['an input method', 'Process', 'KeyS', false],
] as const;

test.each(KEYBOARDS)('EXTRA-61: a shortcut on a keyboard that is %s', (_name, key, code, isRun) => {
  const runs: string[] = [];
  const press = { key, code, ctrlKey: true, altKey: false, metaKey: false, shiftKey: false };
  const event = Object.assign(new Event('keydown', { cancelable: true }), press);
  getHotkeyHandler(byLetter([['mod+S', () => runs.push('S')]]))(event as unknown as KeyboardEvent);
  expect({ runs, isPrevented: event.defaultPrevented }).toEqual({ runs: isRun ? ['S'] : [], isPrevented: isRun });
});
