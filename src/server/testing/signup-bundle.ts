import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createBuilder } from 'vite';
import { afterAll } from 'vitest';
import { loadSignUpBundle, type SignUpBundle } from '#server/signup-page/bundle.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Builds the public form for a test file into a temporary folder; takes a second. */
export async function buildSignUpBundle(): Promise<SignUpBundle & { distDir: string }> {
  const distDir = fs.mkdtempSync(path.join(os.tmpdir(), 'turnout-signup-'));
  afterAll(() => fs.rmSync(distDir, { recursive: true, force: true }));
  const into = (folder: string) => ({ build: { outDir: path.join(distDir, folder), emptyOutDir: true } });
  const builder = await createBuilder({
    root: ROOT,
    configFile: path.join(ROOT, 'vite.signup.config.ts'),
    logLevel: 'error',
    environments: { client: into('signup'), ssr: into('signup-server'), early: into('signup-early'), embed: into('embed') },
  });
  await builder.buildApp();
  return { ...(await loadSignUpBundle(distDir)), distDir };
}
