import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

const reportSchema = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
    ruleSetUsed: z.object({ forbidden: z.array(z.object({ name: z.string() })) }),
  }),
});

/** An import in a temporary source tree; `to` is the specifier. */
type Plant = { from: string; to: string; as?: 'type' };

const forbidden: (Plant & { rule: string })[] = [
  { rule: 'contract-is-pure', from: 'src/contract/events/event.ts', to: 'node:crypto' },
  { rule: 'contract-is-pure', from: 'src/contract/feedback.ts', to: 'kysely', as: 'type' },
  { rule: 'rules-are-light', from: 'src/contract/rules/field-key.ts', to: 'zod' },
  { rule: 'browser-never-sees-server', from: 'src/admin/session/session.ts', to: '#server/errors.ts', as: 'type' },
  { rule: 'browser-never-sees-server', from: 'src/signup/form.tsx', to: '#server/errors.ts' },
  { rule: 'server-never-sees-browser', from: 'src/server/events/present.ts', to: '#admin/ui/title.ts' },
  { rule: 'signup-is-light', from: 'src/signup/fields/answers.ts', to: 'zod' },
  { rule: 'signup-is-light', from: 'src/signup/use-sign-up.ts', to: '#contract/series.ts' },
  { rule: 'signup-types-come-from-contract', from: 'src/signup/fields.ts', to: '#admin/ui/title.ts', as: 'type' },
  { rule: 'door-is-light', from: 'src/door/sheets.tsx', to: 'zod' },
  { rule: 'door-is-light', from: 'src/door/screen.tsx', to: '#admin/ui/title.ts' },
  { rule: 'browser-never-sees-server', from: 'src/door/door.ts', to: '#server/errors.ts' },
  { rule: 'embed-stands-alone', from: 'src/embed/main.ts', to: '#contract/rules/public-fields.ts' },
  { rule: 'embed-stands-alone', from: 'src/embed/frame.ts', to: '#signup/view.tsx', as: 'type' },
  { rule: 'embed-stands-alone', from: 'src/embed/popup.ts', to: 'react' },
  { rule: 'browser-never-sees-server', from: 'src/embed/form-frame.ts', to: '#server/errors.ts' },
  { rule: 'app-and-pages-are-imported-by-nothing', from: 'src/admin/events/list.ts', to: '#admin/pages/home.tsx' },
  { rule: 'pages-know-no-router', from: 'src/admin/pages/home.tsx', to: '#admin/app/routes.tsx' },
  { rule: 'rooms-without-a-noun-know-none', from: 'src/admin/ui/banner.ts', to: '#admin/feedback/query.ts' },
  { rule: 'rooms-without-a-noun-know-none', from: 'src/admin/reads/rows.ts', to: '#admin/feedback/query.ts' },
  { rule: 'reads-stand-below-the-nouns', from: 'src/admin/ui/rows.ts', to: '#admin/reads/keys.ts' },
  { rule: 'nouns-import-only-what-is-listed', from: 'src/admin/events/dialog.ts', to: '#admin/feedback/query.ts' },
  { rule: 'nouns-import-only-what-is-listed', from: 'src/admin/registrations/tabs.ts', to: '#admin/attendees/list.ts' },
  { rule: 'styles-stand-beside-their-users', from: 'src/admin/events/card.tsx', to: '#admin/events/copies/dialog.module.css' },
  { rule: 'rooms-without-noun', from: 'src/server/pages/document.ts', to: '#server/steps/step-store.ts', as: 'type' },
  { rule: 'rooms-without-noun', from: 'src/server/idempotency.ts', to: '#server/feedback/queries.ts' },
  { rule: 'nouns-in-order', from: 'src/server/form-store/form-cache.ts', to: '#server/steps/step-store.ts' },
  { rule: 'nouns-in-order', from: 'src/server/sign-up/queries.ts', to: '#server/attendees/queries.ts', as: 'type' },
  { rule: 'nouns-in-order', from: 'src/server/messages/queries.ts', to: '#server/feedback/queries.ts' },
  { rule: 'nouns-in-order', from: 'src/server/demo/plan.ts', to: '#server/feedback/queries.ts' },
  {
    rule: 'process-is-imported-by-none',
    from: 'src/server/db/embedded/embedded.ts',
    to: '#server/process/context.ts',
    as: 'type',
  },
  { rule: 'only-routes-know-http', from: 'src/server/feedback/commands.ts', to: 'fastify', as: 'type' },
  { rule: 'only-routes-know-http', from: 'src/server/statistics/commands.ts', to: '@fastify/cors' },
  { rule: 'only-routes-know-http', from: 'src/server/steps/run-steps.ts', to: '#server/http/limits.ts' },
  { rule: 'routes-hold-no-sql', from: 'src/server/feedback/routes.ts', to: 'kysely' },
  { rule: 'routes-hold-no-sql', from: 'src/server/statistics/routes.ts', to: '#server/db/connection.ts' },
  { rule: 'queries-do-not-write', from: 'src/server/forms/queries.ts', to: './commands.ts' },
  { rule: 'queries-do-not-write', from: 'src/server/feedback/queries.ts', to: '#server/steps/step-store.ts' },
  { rule: 'db-knows-no-noun', from: 'src/server/db/migrations/migrate.ts', to: '#server/steps/step-store.ts' },
  { rule: 'tracing-stands-alone', from: 'src/server/tracing/open-tracer.ts', to: '#server/errors.ts' },
  { rule: 'outside-systems-stand-alone', from: 'src/server/services/mail.ts', to: '#server/errors.ts' },
  { rule: 'local-identity-stands-alone', from: 'src/server/local-identity/provider.ts', to: '#server/errors.ts' },
  { rule: 'only-handlers-reach-out', from: 'src/server/sign-up/commands.ts', to: '#server/services/slack.ts' },
  { rule: 'no-cycles', from: 'src/server/http/app.ts', to: './profiles.ts' },
  { rule: 'no-tests-in-source', from: 'src/server/main.ts', to: '#server/testing/test-server.ts' },
  { rule: 'no-tests-in-source', from: 'src/server/process/start-worker.ts', to: './main.test.ts' },
  { rule: 'no-tests-in-source', from: 'src/admin/session/session-store.ts', to: '#admin/testing/session-fakes.ts' },
  { rule: 'rooms-are-named', from: 'src/server/events/queries.ts', to: '../errors.ts' },
  { rule: 'rooms-are-named', from: 'src/admin/pages/dashboard.ts', to: '../ui/title.ts' },
  { rule: 'faults-stay-outside', from: 'faults/harness/flood.ts', to: '#server/errors.ts' },
  { rule: 'no-unresolved', from: 'src/admin/app/router.ts', to: '#admin/nowhere.ts' },
];

const allowed: Plant[] = [
  { from: 'src/contract/endpoint.ts', to: 'zod' },
  { from: 'src/signup/view.tsx', to: 'react' },
  { from: 'src/signup/hydrate.tsx', to: 'react-dom/client' },
  { from: 'src/signup/rules.ts', to: '#contract/rules/public-fields.ts' },
  { from: 'src/signup/form-state.ts', to: '#contract/series.ts', as: 'type' },
  { from: 'src/signup/form.test.ts', to: '#server/testing/test-server.ts' },
  { from: 'src/embed/waiting.ts', to: '#contract/texts/words/form.ts' },
  { from: 'src/admin/events/panel.ts', to: '#admin/reads/keys.ts' },
  { from: 'src/admin/attendees/panel.ts', to: '#admin/registrations/tabs.ts' },
  { from: 'src/server/session/guard.ts', to: 'fastify', as: 'type' },
  { from: 'src/server/session/routes.ts', to: '#server/db/connection.ts', as: 'type' },
  { from: 'src/server/overview/queries.ts', to: '#server/attendees/queries.ts' },
  { from: 'src/server/process/api-routes.ts', to: '#server/feedback/queries.ts' },
  { from: 'src/server/session/present.ts', to: '#server/services/slack.ts', as: 'type' },
  { from: 'src/server/sign-up/page/page.tsx', to: '#signup/view.tsx' },
  { from: 'src/server/messages/handlers/slack.ts', to: '#server/services/slack.ts' },
  { from: 'src/server/http/profiles.ts', to: './app.ts', as: 'type' }, // Closes the cycle, which is reported only at its first file.
  { from: 'src/server/events/routes.test.ts', to: '#server/testing/test-server.ts' },
];

const exists = [
  'src/admin/api/call.ts',
  'src/admin/app/routes.tsx',
  'src/admin/attendees/list.ts',
  'src/admin/events/copies/dialog.module.css',
  'src/admin/feedback/query.ts',
  'src/admin/pages/home.tsx',
  'src/admin/reads/keys.ts',
  'src/admin/registrations/tabs.ts',
  'src/admin/testing/session-fakes.ts',
  'src/admin/ui/title.ts',
  'src/contract/rules/public-fields.ts',
  'src/contract/series.ts',
  'src/server/config/config.ts',
  'src/server/attendees/queries.ts',
  'src/contract/texts/words/form.ts',
  'src/server/db/connection.ts',
  'src/server/errors.ts',
  'src/server/http/limits.ts',
  'src/server/main.test.ts',
  'src/server/process/context.ts',
  'src/server/services/slack.ts',
  'src/server/steps/step-store.ts',
  'src/server/testing/test-server.ts',
];

const importLine = ({ to, as }: Plant) =>
  as === 'type' ? `import type * as planted from '${to}';\n` : `import * as planted from '${to}';\n`;

async function plant(folder: string) {
  const files = new Map(exists.map((path) => [path, 'export const nothing = 0;\n']));
  for (const each of [...forbidden, ...allowed]) files.set(each.from, `${importLine(each)}export type Planted = typeof planted;\n`);
  for (const [path, source] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await cp(join(root, '.dependency-cruiser.mjs'), join(folder, '.dependency-cruiser.mjs'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
}

async function cruise(folder: string) {
  const run = promisify(execFile);
  const args = [depcruise, 'src', 'faults', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  return reportSchema.parse(JSON.parse(stdout)).summary;
}

describe('import rules', () => {
  let folder: string;
  let summary: Awaited<ReturnType<typeof cruise>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turnout-imports-'));
    await plant(folder);
    summary = await cruise(folder);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const brokenBy = (from: string) => summary.violations.filter((violation) => violation.from === from).map(({ rule }) => rule.name);

  test.each(forbidden)('$rule catches the import of $to in $from', ({ rule, from }) => {
    expect(brokenBy(from)).toContain(rule);
  });

  test.each(allowed)('$from may import $to', ({ from }) => {
    expect(brokenBy(from)).toEqual([]);
  });

  test('each rule has a violation that it catches', () => {
    const rules = summary.ruleSetUsed.forbidden.map(({ name }) => name);
    expect(new Set(forbidden.map(({ rule }) => rule))).toEqual(new Set(rules));
  });
});
