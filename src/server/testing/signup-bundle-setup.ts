import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the public form as built for this run, for `loadSignUpBundle`. */
    signUpBundleDir: string;
  }
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const distDir = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-signup-'));

/** Builds the public form once for the run; takes a second. */
export async function setup(project: TestProject): Promise<void> {
  const into = (folder: string) => ({ build: { outDir: path.join(distDir, folder), emptyOutDir: true } });
  const builder = await createBuilder({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.signup.config.ts'),
    logLevel: 'error',
    environments: { client: into('signup'), ssr: into('signup-server'), early: into('signup-early'), embed: into('embed') },
  });
  await builder.buildApp();
  project.provide('signUpBundleDir', distDir);
}

export const teardown = (): void => fs.rmSync(distDir, { recursive: true, force: true });
