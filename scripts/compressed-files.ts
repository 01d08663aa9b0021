import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|svg)$/;

/** A Vite plugin that also writes each text file compressed, so that the server need not compress it. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Vite inserts the addresses of other files in the same step, so this plugin comes last.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle).filter(({ fileName }) => TEXT.test(fileName))) {
          const source = file.type === 'chunk' ? file.code : file.source;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          this.emitFile({
            type: 'asset',
            fileName: `${file.fileName}.gz`,
            source: gzipSync(source, { level: constants.Z_BEST_COMPRESSION }),
          });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(source, { params }) });
        }
      },
    },
  };
}
