import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

// The public form, built three times: the script that works it, the same tree for the server, and the small script that
// stands inline in every page. `vite build --config vite.signup.config.ts` builds all three.

/** lightningcss' bit for `light-dark()`: that, and nothing else, is compiled down for browsers before 2024. */
const LIGHT_DARK = 1_048_576;

/** Writes each file also compressed, so that nothing is compressed while somebody waits. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const source = file.type === 'chunk' ? file.code : file.source;
        if (!file.fileName.endsWith('.js')) continue;
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) });
        this.emitFile({
          type: 'asset',
          fileName: `${file.fileName}.br`,
          source: brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        });
      }
    },
  };
}

export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [compressed()],
  // The same build whatever NODE_ENV says: also tests build what visitors get.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { transformer: 'lightningcss', lightningcss: { include: LIGHT_DARK, targets: {} } },
  builder: {},
  environments: {
    client: {
      build: { outDir: 'dist/signup', manifest: true, rolldownOptions: { input: 'src/signup/main.tsx' } },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/signup-server',
        minify: false,
        cssMinify: 'lightningcss',
        rolldownOptions: { input: 'src/signup/render.tsx' },
      },
    },
    early: {
      consumer: 'client',
      build: {
        outDir: 'dist/signup-early',
        rolldownOptions: { input: 'src/signup/early.ts', output: { format: 'iife', entryFileNames: 'early.js' } },
      },
    },
  },
});
