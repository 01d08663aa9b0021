import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { looseTexts } from './loose-texts.ts';

const HEAD =
  'declare global { namespace JSX { interface Element { type: string } interface IntrinsicElements { [name: string]: object } } } ' +
  'declare const name: string; declare const note: string | null; declare const count: number; declare const is: boolean;';

test.each([
  ['<p>Hello {note}</p>', true],
  ['<p>Hello {is ? name : <b>you</b>}</p>', true],
  ["<p>{count} people{is && ' wait'}</p>", true],
  ['<p>{is && <>and {name}</>}</p>', true],
  ['<>Hello</>', true],
  ['<p>Showing {count} of them</p>', true],
  ["<p>{count}{' '}{name}</p>", true],
  ['<p><b>{name}</b>, {count}</p>', true],
  ["<p>{name}{is ? ', you' : ' there'}</p>", true],
  ['<p>{`Hello ${name}, ${count}`}</p>', false],
  ['<p><b>{name}</b> {count}</p>', false],
  ['<p>{note}</p>', false],
  ['<p>Hello {is ? <b>{name}</b> : null}</p>', false],
  ['<p>Hello <span>{note}</span></p>', false],
  ['<>\n<p>Hello</p> <p>{name}</p>\n</>', false],
])('a text that may disappear has its own element, one composed of several is one expression: %s: %s', (jsx, isLoose) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loose-texts-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'screen.tsx');
  fs.writeFileSync(file, `${HEAD}\nexport const screen = ${jsx};`);
  expect(looseTexts([file], { jsx: ts.JsxEmit.Preserve, strict: true, types: [] }).length > 0).toBe(isLoose);
});
