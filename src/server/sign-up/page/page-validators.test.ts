import { fileURLToPath } from 'node:url';
import { Parser } from 'htmlparser2';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { storePicture } from '#server/pictures/commands.ts';
import { buildEvent, buildSeries } from '#server/testing/form-rows.ts';
import { jpegBytes } from '#server/testing/pictures.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';
import { ADA, writesTo } from '#server/testing/writes.ts';

const server = await createSignUpPageServer();
const { db } = server;

/** A page whose staff wrote these words everywhere. */
async function pageOf(words: string): Promise<string> {
  const [large, small] = [
    await storePicture(writesTo({ db }), ADA, jpegBytes(1600, 900)),
    await storePicture(writesTo({ db }), ADA, jpegBytes(800, 450)),
  ];
  const speaker = { id: newId(), name: words, role: words, picture: null };
  const id = await buildSeries(db, {
    title: words,
    description: words,
    cover: { large: large.id, small: small.id, alt: words },
    speakers: JSON.stringify([speaker]),
  });
  const event = { title: words, description: words, price: words, starts_at: '2055-01-12T09:30:00Z', speakers: [speaker.id] };
  await buildEvent(db, id, { ...event, venue: words, venue_address: words, ends_at: '2055-01-12T17:00:00Z' });
  await buildEvent(db, id, { ...event, venue: words, join_url: 'https://join.example/', opens_at: '2055-01-01T00:00:00Z' });
  await buildEvent(db, id, { ...event, join_url: 'https://join.example/' });
  return (await fetch(`${server.url}/x/events-series/${id}/view`)).text();
}

const WORDS = ['Leadership Essentials', 'a </script><script>alert(1)</script> "b" \\u0026 <!-- & c', 'سلسلة القيادة'];

const VOCABULARY = fileURLToPath(import.meta.resolve('schema-dts'));
const DATA_FILE = fileURLToPath(new URL('page-data.ts', import.meta.url));

/** Which of these texts are not graphs of schema.org, by the compiler, with the types of `schema-dts`. */
function faultyGraphs(texts: readonly string[]): number[] {
  const lines = texts.map((json, index) => `export const data${index}: import('${VOCABULARY}').Graph = ${json};`);
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], module: ts.ModuleKind.NodeNext };
  const host = ts.createCompilerHost(options);
  const reading: ts.CompilerHost = {
    ...host,
    fileExists: (name) => name === DATA_FILE || host.fileExists(name),
    getSourceFile: (name, ...rest) =>
      name === DATA_FILE ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ESNext) : host.getSourceFile(name, ...rest),
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram([DATA_FILE], options, reading));
  return found.map(({ file, start = 0 }) => (file?.fileName === DATA_FILE ? file.getLineAndCharacterOfPosition(start).line : -1));
}

test('FACE-26: the data of a page uses the vocabulary of schema.org, whatever staff wrote', async () => {
  const graphs: string[] = [];
  for (const words of WORDS) graphs.push(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await pageOf(words))?.[1] ?? '');
  expect(graphs.map((json) => JSON.parse(json)['@graph'][0].name)).toEqual(WORDS);
  const wrong = graphs[0]?.replace('"startDate"', '"startsAt"') ?? '';
  expect(faultyGraphs([...graphs, wrong])).toEqual([WORDS.length]);
});

/** The properties in the head of a page that programs read, in their order. */
function openGraphOf(html: string): [string, string][] {
  const tags: [string, string][] = [];
  const parser = new Parser({
    onopentag: (name, { property, content = '' }) => {
      if (name === 'meta' && property !== undefined) tags.push([property, content]);
    },
  });
  parser.end(html);
  return tags;
}

test('FACE-25: the tags of a page follow ogp.me, each once, in its structure, with full addresses, whatever staff wrote', async () => {
  for (const words of WORDS) {
    const tags = openGraphOf(await pageOf(words));
    expect(tags).toEqual([
      ['og:title', words],
      ['og:description', words],
      ['og:type', 'website'],
      ['og:url', expect.stringMatching(/^http:\/\/localhost\/[^?]+\/view$/)],
      ['og:site_name', 'Northfield Training'],
      ['og:image', expect.stringMatching(/^http:\/\/localhost\/assets\/pictures\/[\da-f]{64}$/)],
      ['og:image:width', '1600'],
      ['og:image:height', '900'],
      ['og:image:alt', words],
    ]);
  }
});
