import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { debianProgram } from './harness/debian-program.ts';
import { newForm, openScene, startServer } from './harness/scene.ts';

/** The tool that comes with Prometheus: installed with it, or from the same package. */
function promtool(): string | undefined {
  const folder = debianProgram('prometheus');
  return ['promtool', '../usr/bin/promtool'].map((file) => path.join(folder ?? '', file)).find((file) => fs.existsSync(file));
}

test('MON-17: promtool finds no problems in the metrics and the alert rules', async (context) => {
  const program = promtool();
  if (program === undefined) return context.skip('there is no promtool, and no Debian package of it');
  const scene = await openScene();
  const { seriesId } = await newForm(scene);
  const { url } = await startServer(scene, { ROLES: 'web,worker' });
  expect((await fetch(`${url}/api/event_series/${seriesId}`)).status).toBe(200);
  const input = await (await fetch(`${url}/metrics`)).text();
  expect(input).toContain('# TYPE turnout_http_route_seconds histogram');
  const checked = spawnSync(program, ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, '']);
  const rules = spawnSync(program, ['check', 'rules', 'docs/dashboards/alerts.yaml'], { encoding: 'utf8' });
  expect([rules.status, rules.stdout]).toEqual([0, expect.stringMatching(/SUCCESS: \d+ rules found/)]);
});
