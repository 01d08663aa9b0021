import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { createTestServer } from '#server/testing/server.ts';

const server = await createTestServer({ PUBLIC_URL: 'https://events.turnout.test' });

interface Operation {
  operationId: string;
  security: object[];
  parameters?: { in: string; name: string; required?: boolean }[];
  responses: Record<string, { content: Record<string, { schema: object }> }>;
  requestBody?: { content: { 'application/json': { schema: { required?: string[] } } } };
}

const readDocument = async () => {
  const answer = await server.get('/openapi.json', { as: 'visitor' });
  expect(answer.status).toBe(200);
  return answer.body as { openapi: string; paths: Record<string, Record<string, Operation>> };
};

const operations = async () => {
  const { paths } = await readDocument();
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
};

test('API-39: the document is OpenAPI 3.1, without problems for Redocly’s linter', async () => {
  const document = await readDocument();
  expect(document.openapi).toMatch(/^3\.1\./);
  // A client that is older than the server may get keys that it does not know.
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  // Clients that generators such as orval make of these do not compile.
  const mixed: unknown[] = [];
  JSON.parse(JSON.stringify(document), (_key, value: { properties?: object; additionalProperties?: object } | null) => {
    if (value?.properties !== undefined && Object.keys(value.additionalProperties ?? {}).length > 0) mixed.push(value);
    return value;
  });
  expect(mixed).toEqual([]);
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('API-39: a client generated from the document compiles', async () => {
  const types = astToString(await openapiTypes(JSON.stringify(await readDocument())));
  const use = `type Json<A> = A extends { content: { 'application/json': infer B } } ? B : never;
    export const email = (answer: Json<paths['/api/me']['get']['responses'][200]>): string => answer.data.email;
    export const wrong = (answer: Json<paths['/api/me']['get']['responses'][200]>): number => answer.data.email;`;
  const options: ts.CompilerOptions = { strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022 };
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (file, target) => ts.createSourceFile(file, file === 'client.ts' ? types + use : readFileSync(file, 'utf8'), target);
  const problems = ts.getPreEmitDiagnostics(ts.createProgram(['client.ts'], options, host));
  // Only the planted mistake, which shows that the types are checked.
  expect(problems.map(({ messageText }) => messageText)).toEqual(["Type 'string' is not assignable to type 'number'."]);
});

test('API-39: the document lists exactly the calls of the contract, with the access and the right of the contract', async () => {
  const listed = [...(await operations())].map(([call, { operationId, security }]) => [call, operationId, JSON.stringify(security)]);
  const declared = Object.entries(allCalls).map(([name, { method, path, access, needs }]) => [
    `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    name,
    JSON.stringify([
      ...(needs === null ? [] : [{ idToken: [needs] }]),
      ...(access === 'staff-or-public' ? [{}] : []),
      ...(access === 'door' ? [{ doorLink: [] }] : []),
    ]),
  ]);
  expect(new Set(listed.map(String))).toEqual(new Set(declared.map(String)));
});

test('API-39: the document has the parameters and answers of a call', async () => {
  const all = await operations();
  const add = all.get('POST /api/event_series/{id}/event/add')!;
  expect(add.requestBody!.content['application/json'].schema.required).toEqual(['event_title', 'google_calendar_id', 'date']);
  expect(add.parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false }));
  expect(add.responses['200']!.content['application/json']!.schema).toMatchObject({ required: ['data'] });
  for (const failure of ['4XX', '5XX']) {
    expect(add.responses[failure]!.content).toEqual({ 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } });
  }
  const edit = all.get('POST /api/event_series/{id}/edit')!;
  expect(edit.parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'If-Match', required: false }));
  const file = all.get('GET /api/event_series/{id}/event/{eventId}/export')!;
  expect(Object.keys(file.responses['200']!.content)).toEqual([
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
});

test('API-40: the readable page of the document and everything it loads come from this server', async () => {
  const page = await server.get('/docs', { as: 'visitor' });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  const policy = page.headers.get('content-security-policy')?.split(/; ?/) ?? [];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]));
  expect(policy.join(' ')).not.toMatch(/https?:|unsafe|\*|swagger\.io/);
  const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) {
    expect(address).not.toMatch(/^(https?:)?\/\//);
    const { pathname } = new URL(address, 'http://server/api/docs/');
    expect(await server.get(pathname.replace('/api', ''))).toMatchObject({ status: 200 });
  }
});
