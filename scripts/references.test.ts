import { expect, test } from 'vitest';
import { deadLinks, deadReferences, emptyHeadings, missingFiles } from './references.ts';

const known = { ids: new Set(['AUTH-1', 'D7']), areas: new Set(['AUTH-']), records: new Set(['007']) };

test('ids of existing rules, rulings and decision records are accepted; other words are ignored', () => {
  expect(deadReferences('AUTH-1 and D7, see decision 007; UTF-8, SHA-256', known)).toEqual([]);
});

test.each([
  ['a rule that does not exist', 'AUTH-99', ['AUTH-99']],
  ['a ruling that does not exist', 'ruled by D99', ['D99']],
  ['a decision record that does not exist', 'see decision 123', ['decision 123']],
  ['a section of a document outside the repository', 'as in spec section 7 and hardening 1.4', ['spec section 7', 'hardening 1.4']],
])('%s is found', (_, text, dead) => {
  expect(deadReferences(text, known)).toEqual(dead);
});

test('a missing file that a document names is found', () => {
  expect(missingFiles('`src/server/main.ts`, `http/serve.ts` and `src/server/<noun>/routes.ts`, but no `src/server/old.ts`')).toEqual([
    'src/server/old.ts',
  ]);
  expect(missingFiles('`limits/serve.ts`')).toEqual(['limits/serve.ts']);
});

test('links of a document lead to existing files and headings, relative to its folder', () => {
  const good =
    '[a](operations.md) [b](../README.md) [c](#settings) [d](operations.md#behind-pgbouncer) [e](https://example.com/x) `[f](none.md)`';
  expect(deadLinks('docs/operations.md', good)).toEqual([]);
  expect(deadLinks('docs/operations.md', '[a](docs/operations.md) [b](#nothing)')).toEqual(['docs/operations.md', '#nothing']);
});

test('a heading with nothing below it is found', () => {
  expect(emptyHeadings('# Page\n\n## Empty\n\n## Full\n```sh\n# no heading\n```\n### Lower\nText\n## Last\n')).toEqual([
    '## Empty',
    '## Last',
  ]);
});
