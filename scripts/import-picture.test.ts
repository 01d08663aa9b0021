import { expect, test } from 'vitest';
import { type Module, pictureOf, picturesOf, roomOf } from './import-picture.ts';

const file = (source: string, ...imports: string[]): Module => ({
  source,
  dependencies: imports.map((resolved) => ({ resolved, dependencyTypes: ['import'] })),
});

test.each([
  ['src/contract/live.ts', 'contract'],
  ['src/contract/rules/text.ts', 'contract/rules'],
  ['src/signup/fields/choice.tsx', 'signup'],
  ['src/server/events/routes.ts', 'server/events'],
  ['src/server/main.ts', 'server/main.ts'],
  ['src/server/errors.ts', undefined],
  ['src/server/registrations/counters.test.ts', undefined],
  ['src/admin/testing/fake-browser.ts', undefined],
  ['node_modules/zod/index.js', undefined],
])('the room of %s is %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});

test('each pair of rooms gets one arrow, unless a path through other rooms shows the same', () => {
  const picture = pictureOf([
    file('src/server/a/routes.ts', 'src/server/forms/edit.ts', 'src/server/db/tables.ts', 'src/server/a/queries.ts'),
    file('src/server/b/routes.ts', 'src/server/forms/edit.ts'),
    file('src/server/forms/edit.ts', 'src/server/db/tables.ts', 'src/contract/live.ts'),
  ]);
  expect(picture.split('\n').filter((line) => line.includes('-->'))).toEqual([
    '  server_a --> server_forms',
    '  server_b --> server_forms',
    '  server_forms --> contract',
    '  server_forms --> server_db',
  ]);
  expect(picture).toContain('  contract["src/contract"]\n  subgraph server_rooms [src/server]\n    server_a["a"]\n');
});

test('an import of types adds no arrow', () => {
  const dependencies = [{ resolved: 'src/server/db/tables.ts', dependencyTypes: ['local', 'type-only'] }];
  expect(pictureOf([{ source: 'src/server/steps/run-steps.ts', dependencies }])).not.toContain('-->');
});

test('the first diagram has the nouns of a side in one box, the second has only those of the server', () => {
  const modules = [
    file('src/server/events/routes.ts', 'src/server/forms/edit.ts', 'src/server/db/tables.ts'),
    file('src/admin/events/list.ts', 'src/admin/ui/title.ts'),
  ];
  const arrows = picturesOf(modules, { server: ['forms', 'events'], admin: ['events'] }).map((picture) =>
    picture.split('\n').filter((line) => line.includes('-->')),
  );
  expect(arrows).toEqual([['  admin_nouns --> admin_ui', '  server_nouns --> server_db'], ['  server_events --> server_forms']]);
});
