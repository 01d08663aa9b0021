import type { Plugin } from 'vite';

const CONTRACT = /\/src\/contract\/[\w/-]+\.ts$/;
/** The last property of a call, or one before others. */
const SUMMARY = /\bsummary:\s*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"),?/g;

/** Leaves out what the calls of the contract say of themselves: only the server's description of the API has it, and each screen would load it. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) => (CONTRACT.test(id) ? { code: code.replaceAll(SUMMARY, ''), map: null } : undefined),
});
