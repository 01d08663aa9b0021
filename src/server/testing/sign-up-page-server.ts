import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';
import { createTestServer, type Replaced, type Settings, type TestServer } from './server.ts';

const SETTINGS = {
  ALLOWED_EMAIL_DOMAINS: 'northfield.example',
  ORGANISATION_NAME: 'Northfield Training',
  CONSENT_TEXT: 'Northfield Training may e-mail me.',
};

/** A server with the public forms as built for this run. */
export const createSignUpPageServer = async (settings: Settings = {}, replaced: Replaced = {}, given?: TestDatabase): Promise<TestServer> =>
  createTestServer({ ...SETTINGS, ...settings }, { distDir: inject('signUpBundleDir'), ...replaced }, given);

/** The fields that a browser without scripts posts: those of the page, and what was typed. */
export function postedForm(page: string, typed: Readonly<Record<string, string | readonly string[]>>): URLSearchParams {
  const hidden = [...page.matchAll(/<input type="hidden"[^>]* name="([^"]*)" value="([^"]*)"/g)];
  const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
  for (const [name, value] of Object.entries(typed)) for (const one of [value].flat()) body.append(name, one);
  return body;
}
