import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '#server/testing/processes/process.ts';

const root = path.join(import.meta.dirname, '..');
const run = promisify(execFile);
const RUN_MS = 300_000;

/** Text inserted after a line that each file has once. */
type Plants = Readonly<Record<string, readonly (readonly [line: string, planted: string])[]>>;

const forStaff = (name: string, number = 9000): Plants => ({
  [`migrations/${number}_${name}.sql`]: [['', `alter table events add column ${name} text;`]],
  'src/server/db/tables.ts': [['  join_url: string | null;', `  ${name}: string | null;`]],
  'src/contract/events/event.ts': [['  join_url: optionalText(joinUrl),', `  ${name}: optionalText(optionalLine()),`]],
  'src/server/event-fields.ts': [["  join_url: { name: 'join_url', isAnnounced: true },", `  ${name}: { name: '${name}' },`]],
  'src/admin/events/event-values.ts': [["  venue_address: '',", `  ${name}: '',`]],
  'src/admin/events/event-fields.tsx': [
    ['        <LimitFields field={field} />', `      <TextField label="${name}" field={field('${name}')} maxLength={TITLE_MAX_LENGTH} />`],
  ],
});

const forVisitors = (name: string): Plants => ({
  ...forStaff(name, 9001),
  'src/contract/events/event.ts': [
    ...(forStaff(name)['src/contract/events/event.ts'] ?? []),
    ['  venue: z.string().optional(),', `  ${name}: z.string().optional(),`],
  ],
  'src/server/event-fields.ts': [
    ["  join_url: { name: 'join_url', isAnnounced: true },", `  ${name}: { name: '${name}', isShown: true, isCopied: true },`],
  ],
  'src/signup/view.ts': [
    ['  readonly when: string;', `  readonly ${name}?: string;`],
    ["    ...(where === '' ? {} : { where }),", `    ...(event.${name} ? { ${name}: event.${name} } : {}),`],
  ],
  'src/signup/fields/event-choice.tsx': [
    [
      '      {event.where && <small dir="auto">{event.where}</small>}',
      `      {event.${name} && <small dir="auto">{event.${name}}</small>}`,
    ],
  ],
});

/** The sample event of tests, and the behaviour of both kinds of field on a server. */
const tests = {
  'src/admin/testing/form-fakes.ts': [['  join_url: null,', '  room_code: null,\n  parking: null,']],
  'src/server/events/planted.test.ts': [
    [
      '',
      `import { expect, test } from 'vitest';
import { createTestServer } from '#server/testing/server.ts';
import { addEvent, addSeries } from '#server/testing/staff-calls.ts';

const server = await createTestServer();

test('the planted fields are added, edited, copied, and one is shown', async () => {
  const { id } = await addSeries(server);
  const added = await addEvent(server, id, { room_code: ' A1 ', parking: 'None' });
  const url = \`/event_series/\${id}/event/\${added.id}\`;
  expect(added).toMatchObject({ room_code: 'A1', parking: 'None' });
  const shown = async () => (await server.get(\`/event_series/\${id}\`, { as: 'visitor' })).body.data.events[0];
  expect(await shown()).toMatchObject({ parking: 'None' });
  const edited = await server.post(\`\${url}/edit\`, { room_code: 'B2', parking: 'Behind the hall' });
  expect(edited.body.data).toMatchObject({ room_code: 'B2', parking: 'Behind the hall', version: 2 });
  expect(await shown()).toMatchObject({ parking: 'Behind the hall' });
  expect(await shown()).not.toHaveProperty('room_code');
  const { body: copies } = await server.post(\`\${url}/copy\`, { dates: [null] });
  expect(copies.data.events).toMatchObject([{ room_code: null, parking: 'Behind the hall' }]);
  const { body: series } = await server.post(\`/event_series/\${id}/copy\`, { title: 'Autumn', events: 'all' });
  const { body: copied } = await server.get(\`/event_series/\${series.data.id}\`);
  expect(copied.data.events).toHaveLength(2);
  for (const event of copied.data.events) expect(event).toMatchObject({ room_code: null, parking: 'Behind the hall' });
});
`,
    ],
  ],
} as const satisfies Plants;

function plant(copy: string, plants: Plants): void {
  for (const [file, lines] of Object.entries(plants)) {
    const target = path.join(copy, file);
    for (const [line, planted] of lines) {
      const text = line === '' ? '\n' : fs.readFileSync(target, 'utf8');
      expect(text.split(`${line}\n`), `${file}: ${line}`).toHaveLength(2);
      fs.writeFileSync(target, line === '' ? planted : text.replace(`${line}\n`, `${line}\n${planted}\n`));
    }
  }
}

/** The files that a table of CONTRIBUTING lists below this heading. */
function listedBelow(heading: string): string[] {
  const [, section = ''] = fs.readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8').split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);
}

test(
  'a field of an event takes the files that CONTRIBUTING lists, and goes from the form of staff to visitors and copies',
  async () => {
    const [ofStaff, ofVisitors] = [forStaff('room_code'), forVisitors('parking')];
    const listed = listedBelow('A field of an event').map((file) => file.replace('00NN_<what>', '9001_parking'));
    expect(Object.keys(ofVisitors).toSorted()).toEqual(listed.toSorted());
    expect(Object.keys(ofStaff).length).toBeLessThanOrEqual(6);
    expect(listed.length).toBeLessThanOrEqual(8);

    const copy = temporaryFolder();
    const files = fs.readdirSync(root).filter((name) => !['node_modules', 'dist', 'data', '.git', 'docs'].includes(name));
    for (const name of files) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const plants of [ofStaff, ofVisitors, tests]) plant(copy, plants);

    const env = { ...process.env, TEST_DATABASE_URL: inject('database').serverUrl };
    const ran = (program: string, ...args: string[]) =>
      run(process.execPath, [path.join('node_modules', program), ...args], { cwd: copy, env });
    await ran('oxlint/bin/oxlint', 'src');
    await ran('vitest/vitest.mjs', 'run', '--project', 'server', 'src/server/events/planted.test.ts');
  },
  RUN_MS,
);
