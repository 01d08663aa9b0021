import react from '@vitejs/plugin-react';
import { createLogger, defineConfig } from 'vite';
import { compressedFiles } from './scripts/compressed-files.ts';
import { inFrontOfServer } from './scripts/in-front-of-server.ts';

// The staff web app: `vite build --config vite.admin.config.ts` builds it into dist/admin. `vite --config
// vite.admin.config.ts` serves it with reload in front of a running server, TURNOUT_SERVER, whose PUBLIC_URL is Vite's address.

const server = process.env.TURNOUT_SERVER ?? 'http://localhost:3000';

const logger = createLogger('warn');
// Vite warns that with `composes … from` it may resolve addresses in composed styles relative to the wrong file.
// None of our styles contains an address, and people who start the product can do nothing about it.
const isAboutComposes = (message: string) => message.includes('did not pass the `from` option');

export default defineConfig({
  customLogger: {
    ...logger,
    warnOnce: (message, options) => {
      if (!isAboutComposes(message)) logger.warnOnce(message, options);
    },
  },
  root: 'src/admin',
  publicDir: false,
  plugins: [react(), compressedFiles(), inFrontOfServer(server)],
  // The pages' policy forbids eval, which zod would try on each page; Firefox reports that.
  define: { 'globalThis.__zod_globalConfig': '({ jitless: true })' },
  build: {
    outDir: '../../dist/admin',
    emptyOutDir: true,
    // A file inlined as a data address would need a weaker security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Compressing takes time; people who start the product need not know.
      checks: { bundlerTimings: false },
      output: {
        // Libraries are separate from code that changes with every release, so that browsers keep them cached.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack\/(?:react-query|query-core))\// },
            // Modules that many parts share are on the first screen too, and one file compresses better than thirty. Components keep their files, which
            // decide the order of their styles.
            { name: 'shared', test: /\/src\/.+[.]ts$/, minShareCount: 20 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
  },
});
