import { defineConfig } from 'vite';
import { compressedFiles, gzipByZopfli } from './scripts/compressed-files.ts';

// The public form, built three times: its script, the same components for the server, and the small script that
// is inline in every page; and the script with which other pages embed it. `vite build --config vite.signup.config.ts`
// builds all four.

/** lightningcss' bit for `light-dark()`: that, and nothing else, is compiled down for browsers before 2024. */
const LIGHT_DARK = 1_048_576;

export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [compressedFiles(gzipByZopfli)],
  // The same build regardless of NODE_ENV, so that tests build what visitors get.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  define: { 'process.env.NODE_ENV': '"production"' },
  css: { transformer: 'lightningcss', lightningcss: { include: LIGHT_DARK, targets: {} } },
  // Compressing takes time; people who start the product need not know. Inlined texts are shorter.
  build: { rolldownOptions: { checks: { bundlerTimings: false }, optimization: { inlineConst: true } } },
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
        rolldownOptions: { input: 'src/signup/early-script.ts', output: { format: 'iife', entryFileNames: 'early.js' } },
      },
    },
    embed: {
      consumer: 'client',
      build: {
        outDir: 'dist/embed',
        rolldownOptions: { input: 'src/embed/main.ts', output: { format: 'iife', entryFileNames: 'embed.js' } },
      },
    },
  },
});
