import { expect, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { newId } from '#server/db/new-id.ts';
import { addTree, type CallTree, pathIn, validBodies, validQueries } from '#server/testing/processes/call-tree.ts';
import { createSignUpPageServer } from '#server/testing/sign-up-page-server.ts';

// Series and marketing forms have their ids in one table, but no call or page accepts the id of the other kind.

const server = await createSignUpPageServer();

const CALLS = Object.entries(allCalls).filter(([, { path }]) => /^\/(?:event_series|form)\/:id\b/.test(path));

/** The tree with the ids of the series wherever a call expects those of a marketing form, and the other way round. */
const swapped = (tree: CallTree): CallTree => ({
  ...tree,
  id: tree.formId,
  submissionId: tree.formSubmissionId,
  fieldId: tree.formFieldId,
  formId: tree.id,
  formSubmissionId: tree.submissionId,
  formFieldId: tree.fieldId,
});

async function call(name: string, tree: CallTree, ids: CallTree) {
  const { method, path } = allCalls[name as keyof typeof allCalls];
  const to = pathIn(path, ids) + (validQueries[name as keyof typeof allCalls] ?? '');
  if (method === 'GET') return server.get(to);
  return server.post(to, validBodies(tree)[name as keyof typeof allCalls] ?? {});
}

test.each(CALLS)('API-87: %s finds nothing by the id of the other kind', async (name) => {
  const tree = await addTree(server, name as keyof typeof allCalls);
  const everything = async () =>
    Promise.all([server.get(`/event_series/${tree.id}`), server.get(`/form/${tree.formId}`), server.get(`/person/${tree.submissionId}`)]);
  const before = (await everything()).map(({ body }) => body);
  const answers = [await call(name, tree, swapped(tree)), await call(name, tree, { ...tree, id: newId(), formId: newId() })];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect((await everything()).map(({ body }) => body)).toEqual(before);
});

test.each(['view', 'link'])('API-87: the public page %s finds nothing by the id of the other kind', async (page) => {
  const { id, formId } = await addTree(server);
  const statuses = await Promise.all(
    [`/any/events-series/${id}/${page}`, `/any/events-series/${formId}/${page}`, `/any/form/${id}/${page}`].map(
      async (path) => (await fetch(server.url + path)).status,
    ),
  );
  expect(statuses).toEqual([200, 404, 404]);
});
