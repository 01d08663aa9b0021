import '#admin/testing/window.ts';
import { expect, test, vi } from 'vitest';
import type { Right } from '#contract/endpoint.ts';
import { IconPlus } from '../layout/icons.tsx';
import { type Action, action, hotkeysOf, shownKeys, toolsOf } from './use-actions.tsx';

interface Door {
  readonly id: string;
  readonly isOpen: boolean;
}

/** Planted actions of a noun that does not exist. */
const DOOR_ACTIONS: readonly Action<Door>[] = [
  action('look', 'Look', IconPlus, [{ needs: 'view' }], { to: ({ id }) => `/door/${id}` }),
  action('close', 'Close', IconPlus, [{ needs: 'view' }, { needs: 'edit' }], {
    when: ({ isOpen }) => isOpen,
    keys: ['mod+D', 'x'],
    run: () => undefined,
  }),
  action('remove', ({ id }) => `Remove ${id}`, IconPlus, [{ needs: 'admin' }], { dialog: () => null }),
  action('help', 'Help', IconPlus, [], { href: () => '/guide', isOutside: true }),
];

const namesFor = (rights: readonly Right[], isOpen = true) =>
  toolsOf(DOOR_ACTIONS, { id: 'd1', isOpen }, ({ needs }) => rights.some((right) => right === needs)).map(({ name }) => name);

test('AUTH-12: an action is hidden from someone who may not make one of its calls', () => {
  expect(namesFor(['view', 'edit', 'admin'])).toEqual(['look', 'close', 'remove', 'help']);
  expect(namesFor(['view', 'edit'])).toEqual(['look', 'close', 'help']);
  expect(namesFor(['view'])).toEqual(['look', 'help']);
  expect(namesFor([])).toEqual(['help']);
});

test('an action is available when its place has its subject, and calls or leads to what it says', () => {
  expect(namesFor(['view', 'edit', 'admin'], false)).toEqual(['look', 'remove', 'help']);
  const tools = toolsOf(DOOR_ACTIONS, { id: 'd1', isOpen: true }, () => true);
  expect(tools.map(({ label, to, href, opensDialog }) => [label, to ?? href, opensDialog])).toEqual([
    ['Look', '/door/d1', false],
    ['Close', undefined, false],
    ['Remove d1', undefined, true],
    ['Help', '/guide', false],
  ]);
});

test('its keys work where its button is, and are shown by the first button', () => {
  const close = toolsOf(DOOR_ACTIONS, { id: 'd1', isOpen: true }, () => true).filter(({ name }) => name === 'close');
  const run = vi.fn<() => void>();
  expect(hotkeysOf(close.map((tool) => ({ ...tool, onClick: run })))).toEqual([
    ['mod+D', run],
    ['x', run],
  ]);
  expect(hotkeysOf(toolsOf(DOOR_ACTIONS, { id: 'd1', isOpen: false }, () => true))).toEqual([]);
  expect(close.map((tool) => shownKeys(tool, 'Ctrl'))).toEqual([['Ctrl', 'D']]);
});
