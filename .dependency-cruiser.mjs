// Who may import whom (docs/architecture.md, the layout). Every rule here catches a planted violation in scripts/import-rules.slow.test.ts.
// TypeScript 7 has no compiler API, so swc reads the sources, and imports of types count as imports.

const rule = (name, from, to) => ({ name, severity: 'error', from, to });

const test = '\\.test\\.tsx?$';
// Types are erased before anything runs: they add nothing to a bundle and reach no database.
const notTypes = { dependencyTypesNot: ['type-only'] };

const contract = [
  rule(
    'contract-is-pure',
    { path: '^src/contract', pathNot: test },
    { pathNot: '^src/contract|node_modules/(zod|htmlparser2|markdown-it|uqr)/' },
  ),
  // The public form carries these in its bundle, so zod (22 kB) must not come in through them.
  rule(
    'rules-are-light',
    { path: '^src/contract/(rules|texts)', pathNot: `${test}|/(?:html-to|rich)-text[.]ts$` },
    { pathNot: '^src/contract/(rules|texts|time[.])', ...notTypes },
  ),
];

// The rooms of the staff app and the nouns each may import. Anything may import the rooms without a noun and the nouns' reads; the pages
// may import everything, and only the router imports them.
export const ADMIN_NOUNS = {
  pictures: [],
  registrations: [],
  events: [],
  attendees: ['registrations', 'steps'],
  forms: ['events', 'pictures'],
  mailings: ['attendees', 'forms', 'steps'],
  steps: [],
  messages: [],
  statistics: [],
  feedback: [],
};
const adminArrows = [
  rule(
    'app-and-pages-are-imported-by-nothing',
    { path: '^src/admin/', pathNot: '^src/admin/(app|pages|main)' },
    { path: '^src/admin/(app|pages)/' },
  ),
  rule('pages-know-no-router', { path: '^src/admin/pages/' }, { path: '^src/admin/app/' }),
  rule(
    'rooms-without-a-noun-know-none',
    { path: '^src/admin/(api|live|reads|records|session|theme|ui)/', pathNot: test },
    { path: `^src/admin/(${Object.keys(ADMIN_NOUNS).join('|')})/` },
  ),
  rule(
    'reads-stand-below-the-nouns',
    { path: '^src/admin/(api|live|records|session|theme|ui)/', pathNot: test },
    { path: '^src/admin/reads/' },
  ),
  ...Object.entries(ADMIN_NOUNS).map(([noun, others]) =>
    rule(
      'nouns-import-only-what-is-listed',
      { path: `^src/admin/${noun}/`, pathNot: test },
      { path: `^src/admin/(${Object.keys(ADMIN_NOUNS).join('|')})/`, pathNot: `^src/admin/(${[noun, ...others].join('|')})/` },
    ),
  ),
  // The styles of a screen are next to it, or belong to all screens.
  rule(
    'styles-stand-beside-their-users',
    { path: '^src/admin/(.+)/[^/]+$' },
    { path: '[.]module[.]css$', pathNot: '^src/admin/(ui/.+|$1/[^/]+)$' },
  ),
];

const browser = [
  rule('browser-never-sees-server', { path: '^src/(admin|door|embed|signup)', pathNot: test }, { path: '^src/server' }),
  rule(
    'server-never-sees-browser',
    { path: '^src/server', pathNot: '^src/server/(sign-up/page|self-service|pages)/' },
    { path: '^src/(admin|door|embed|signup)' },
  ),
  rule(
    'signup-is-light',
    { path: '^src/signup', pathNot: test },
    { pathNot: '^src/(signup|contract/(rules|texts))|node_modules/(react|react-dom|@types)/', ...notTypes },
  ),
  // The types inferred from the contract's schemas are written once, so the form may use them.
  rule(
    'signup-types-come-from-contract',
    { path: '^src/signup', pathNot: test },
    { path: '^src/', pathNot: '^src/(signup|contract)/', dependencyTypes: ['type-only'] },
  ),
  // Phones at the door load it on a bad network, so from the staff app it may only use the icons, random ids and the reading of streams.
  rule(
    'door-is-light',
    { path: '^src/door', pathNot: test },
    {
      pathNot:
        '^src/(door|contract/(rules|texts|time)|admin/(api/(?:random-uuid|server-events)|ui/(?:input-methods|layout/(?:tool-)?icons)))|node_modules/(react|react-dom|@types|qr)/',
      ...notTypes,
    },
  ),
  // It runs in other people's pages.
  rule('embed-stands-alone', { path: '^src/embed', pathNot: test }, { pathNot: '^src/(embed|contract/texts)' }),
  ...adminArrows,
];

/** The server's rooms for one noun each, low to high: none imports one after it. */
export const NOUNS = [
  'pictures',
  'form-store',
  'steps',
  'registrations',
  'events',
  'forms',
  'sign-up',
  'attendees',
  'self-service',
  'messages',
  'mailings',
];

/** Rooms that put several nouns together, or stand beside them: only `process/` imports them. */
export const ON_TOP = ['statistics', 'feedback', 'session', 'overview', 'demo', 'door'];

const rooms = (names) => `^src/server/(${names.join('|')})/`;

/** All that is neither a noun's nor puts the server together: the database, HTTP, the services, and single files. */
const WITHOUT_NOUN = { path: '^src/server/', pathNot: `${rooms([...NOUNS, ...ON_TOP, 'process', 'testing'])}|^src/server/main|${test}` };

const house = [
  rule('rooms-without-noun', WITHOUT_NOUN, { path: rooms([...NOUNS, ...ON_TOP]) }),
  ...[...NOUNS, ...ON_TOP].map((noun, index) => {
    const higher = [...NOUNS.slice(index + 1), ...ON_TOP.filter((other) => other !== noun)];
    return rule('nouns-in-order', { path: rooms([noun]), pathNot: test }, { path: rooms(higher) });
  }),
  // It assembles all of them.
  rule(
    'process-is-imported-by-none',
    { path: '^src/server/', pathNot: `^src/server/(process|testing)/|^src/server/main|${test}` },
    { path: '^src/server/process/' },
  ),
];

const OUTSIDE_SYSTEMS = '^src/server/services/(copper|identity|logo|mail|service-|slack)';

const server = [
  // In addition to routes and the code that starts the server: the identity provider is mounted on it, and sign-in's guard is one of its hooks.
  rule(
    'only-routes-know-http',
    {
      path: '^src/server',
      pathNot:
        '/(routes|main|process/(?:api-routes|build-app|context|start-worker-port|listen))(\\.test)?\\.ts$|^src/server/(http|testing|sign-up/page|self-service|pages|local-identity|session)/',
    },
    { path: 'node_modules/@?fastify|^src/server/http' },
  ),
  // A route receives the connection and passes it on, so it may use its type.
  rule('routes-hold-no-sql', { path: '/routes\\.ts$' }, { path: 'node_modules/(kysely|pg)/|^src/server/db/', ...notTypes }),
  rule('queries-do-not-write', { path: '/queries\\.ts$' }, { path: '/commands\\.ts$|^src/server/(steps|messages)/[^/]+$' }),
  // The types of the tables name the contents of their columns; tracing of queries and calls is independent.
  rule(
    'db-knows-no-noun',
    { path: '^src/server/db/', pathNot: `${test}|/(registration-|step-)?tables\\.ts$` },
    { path: '^src/', pathNot: '^src/(server/(db|tracing)|contract/(rules/|time))' },
  ),
  rule('tracing-stands-alone', { path: '^src/server/tracing/', pathNot: test }, { path: '^src/', pathNot: '^src/server/tracing/' }),
  rule(
    'outside-systems-stand-alone',
    { path: OUTSIDE_SYSTEMS, pathNot: test },
    { path: '^src/', pathNot: `${OUTSIDE_SYSTEMS}|^src/(server/tracing/work|contract/(?:time|rules/text|session/sign-in))` },
  ),
  rule(
    'local-identity-stands-alone',
    { path: '^src/server/local-identity', pathNot: test },
    { path: '^src/', pathNot: '^src/server/(local-identity|http/from-this-machine)' },
  ),
  // Using an integration's type, error or address calls nothing, and is better than writing it twice.
  rule(
    'only-handlers-reach-out',
    {
      path: '^src/server',
      pathNot:
        '^src/server/(messages/handlers|services|main|process/(?:context|start-worker|open-services)|testing|messages/duplicate-leads)|/session/verify-token\\.test\\.ts$',
    },
    { path: OUTSIDE_SYSTEMS, pathNot: '/(?:service-error|identity-issuer)\\.ts$', ...notTypes },
  ),
];

const everywhere = [
  rule('no-cycles', {}, { circular: true }),
  rule(
    'no-tests-in-source',
    { pathNot: `${test}|^src/(admin|server)/testing|^(faults|bench)` },
    { path: `${test}|^src/(admin|server)/testing|^faults` },
  ),
  // The fault tests watch the product from outside, like its visitors and operators.
  rule(
    'faults-stay-outside',
    { path: '^faults' },
    {
      path: '^src/',
      pathNot:
        '^src/server/(testing|db|backup|doctor/check-backups|registrations/(counters|suppressions)|steps/run-steps|tokens/access-token)',
    },
  ),
  // A path like ../../db is less clear than #server/db, and hides that it leaves its room.
  rule(
    'rooms-are-named',
    { path: '^src/((?:server|admin)/[^/]+|contract|door|embed|signup)/' },
    { path: '^src/', pathNot: '^src/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
  ),
  rule('no-unresolved', {}, { couldNotResolve: true }),
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...contract, ...browser, ...house, ...server, ...everywhere],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
