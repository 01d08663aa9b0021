// What the scripts of the staff app do without: the browser would load it and never use it.
import type { Plugin } from 'vite';

const CONTRACT = /\/src\/contract\/[\w/-]+\.ts$/;
/** The last property of a call, or one before others. */
const SUMMARY = /\bsummary:\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),?/g;

/** Leaves out what the calls of the contract say of themselves: only the server's description of the API has it. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) => (CONTRACT.test(id) ? { code: code.replaceAll(SUMMARY, ''), map: null } : undefined),
});

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const USE_OF_WRITER = /^ +inst\._zod\.processJSONSchema = .*;$/gm;
const WRITER = /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/;
const EXPORTED = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \};$/gm;

/** Leaves out what zod describes schemas of JSON with: only the server does that. The build fails if zod keeps it elsewhere. */
export function withoutJsonSchema(): Plugin {
  let left = 0;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (SCHEMAS.test(id)) {
        if (!code.includes('processJSONSchema')) this.error('zod no longer has what the staff app leaves out.');
        left += 1;
        return { code: code.replaceAll(USE_OF_WRITER, ''), map: null };
      }
      if (!WRITER.test(id)) return undefined;
      left += 1;
      const names = [...code.matchAll(EXPORTED)].map(([, name, alias]) => name ?? alias);
      return { code: names.map((name) => `export const ${name} = undefined;`).join('\n'), map: null };
    },
    buildEnd(error) {
      if (error === undefined && left < 3) this.error('zod no longer has what the staff app leaves out where it was.');
    },
  };
}
