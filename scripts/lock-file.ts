import { z } from 'zod';

const entrySchema = z.looseObject({
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  resolved: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

const lockShape = z.looseObject({ packages: z.record(z.string(), entrySchema) });
export type Lock = z.infer<typeof lockShape>;

/** The part of package-lock.json that is needed here. Only for checks: parsing by zod would reorder the keys. */
export const lockSchema = z.custom<Lock>((value) => lockShape.safeParse(value).success, 'not a lock file of npm 7 or newer');

const systems = ['win32', 'darwin', 'android', 'freebsd', 'openharmony', 'linux'];
const processors = ['arm64', 'x64', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'arm'];

/** The platform of a binary package, by its name (`binding-linux-x64-musl`); a WebAssembly build has none. */
export function platformOf(name: string) {
  if (name.includes('wasm')) return { cpu: ['wasm32'] };
  const words = name.replace('windows', 'win32').split(/[-/]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = [...(/musl/.test(name) ? ['musl'] : []), ...(/gnu/.test(name) ? ['glibc'] : [])];
  return { ...(os.length && { os }), ...(cpu.length && { cpu }), ...(libc.length && { libc }) };
}

/** The folders in which Node.js resolves the imports of the package at `path`, nearest first. */
function* foldersAbove(path: string) {
  for (let base = path; base !== ''; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) yield `${base}/node_modules/`;
  yield 'node_modules/';
}

/**
 * Entries for optional packages that the registry could not provide when the lock file was written. npm omits those, and then npm 11
 * refuses the file ("Missing … from lock file"). Each entry has its platform, so that other machines skip it, and no checksum, so that
 * npm takes the registry's.
 */
export function missingEntries({ packages }: Lock): Lock['packages'] {
  const missing: Lock['packages'] = {};
  for (const [path, { dev, devOptional, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if ([...foldersAbove(path)].some((folder) => packages[folder + name])) continue;
      const version = range.replace(/^[^\d]*/, '');
      missing[`node_modules/${name}`] = {
        version,
        ...(dev && { dev }),
        ...(devOptional && { devOptional }),
        optional: true,
        ...platformOf(name),
      };
    }
  }
  return missing;
}

/** The lock file with the missing entries, in npm's order, so that a later install changes no other line. */
export function completeLock(lock: Lock): Lock {
  const entries = Object.entries({ ...lock.packages, ...missingEntries(lock) });
  return { ...lock, packages: Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en'))) };
}

/** The problems that would make `npm ci` fail on other machines. */
export function lockProblems(lock: Lock): string[] {
  const missing = Object.keys(missingEntries(lock)).map((path) => `${path}: no entry; run npm run lock:complete`);
  const bound = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.startsWith('http'));
  return [...missing, ...bound.map(([path]) => `${path}: "resolved" ties it to one registry; install with this folder's .npmrc`)];
}
