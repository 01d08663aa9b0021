import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type * as Render from '#signup/render.tsx';

const MAIN = 'src/signup/main.tsx';

const manifestSchema = z.object({ [MAIN]: z.object({ file: z.string() }) });

export interface SignUpBundle {
  readonly render: Omit<typeof Render, 'styles'>;
  readonly styles: typeof Render.styles;
  /** Inline in each page. */
  readonly earlyScript: string;
  readonly embedScript: string;
  readonly scriptUrl: string;
}

const isRender = (module: unknown): module is typeof Render => typeof module === 'object' && module !== null && 'styles' in module;

/** Reads the built form. @throws Error when `distDir` does not hold it */
export async function loadSignUpBundle(distDir: string): Promise<SignUpBundle> {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(path.join(distDir, 'signup', '.vite', 'manifest.json'), 'utf8')));
  const module: unknown = await import(pathToFileURL(path.join(distDir, 'signup-server', 'render.js')).href);
  if (!isRender(module)) throw new Error(`${distDir} contains no public form: run npm run build`);
  return {
    render: module,
    styles: module.styles,
    earlyScript: readFileSync(path.join(distDir, 'signup-early', 'early.js'), 'utf8').trim(),
    embedScript: readFileSync(path.join(distDir, 'embed', 'embed.js'), 'utf8').trim(),
    scriptUrl: `/${manifest[MAIN].file}`,
  };
}
