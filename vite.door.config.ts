import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { compressedFiles, gzipByZopfli } from './scripts/compressed-files.ts';
import { tokens } from './src/admin/theme/tokens.ts';

// The page on which people are checked in: `vite build --config vite.door.config.ts` builds it into dist/door.

const STYLE = /\/src\/door\/door[.]css$/;

/** Puts before the page's style sheet those of the staff app's variables that it uses. */
function withTokens(style: string): string {
  const used = (of: Readonly<Record<string, string>>) =>
    Object.entries(of)
      .filter(([name]) => style.includes(`var(${name})`))
      .map(([name, value]) => `${name}:${value};`)
      .join('');
  return `:root{${used(tokens.every)}${used(tokens.light)}}@media (prefers-color-scheme:dark){:root{${used(tokens.dark)}}}${style}`;
}

export default defineConfig({
  root: 'src/door',
  publicDir: false,
  plugins: [
    { name: 'tokens', load: { filter: { id: STYLE }, handler: (id) => withTokens(readFileSync(id, 'utf8')) } },
    compressedFiles(gzipByZopfli),
  ],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { transformer: 'lightningcss' },
  build: {
    outDir: '../../dist/door',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      optimization: { inlineConst: true },
      input: { door: 'src/door/index.html', worker: 'src/door/worker.ts' },
      // A service worker has the same address in every release.
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'door-worker.js' : 'assets/[name]-[hash].js') },
    },
  },
});
