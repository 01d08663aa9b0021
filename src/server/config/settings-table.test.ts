import fs from 'node:fs';
import { expect, test } from 'vitest';
import { settingDefaults } from './config.ts';

/** The table under "Settings": the names of each row, and its default. */
function documented(): Map<string, string> {
  const page = fs.readFileSync('docs/operations.md', 'utf8');
  const [, section = ''] = /^## Settings$(.*?)^## /ms.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)];
  return new Map(rows.flatMap(([, names = '', value = '']) => [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => [name, value])));
}

test('DEP-4: docs/operations.md lists every setting, and none that does not exist', () => {
  expect([...documented().keys()].toSorted()).toEqual(Object.keys(settingDefaults()).toSorted());
});

test('docs/operations.md has the defaults of the settings', () => {
  const table = documented();
  const plain = Object.entries(settingDefaults()).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const wrong = plain.filter(([name, value]) => !table.get(name)?.includes(String(value)));
  expect(wrong).toEqual([]);
});
