import { inject } from 'vitest';
import type { SignUpLimits } from '#server/http/limits/limit-sign-ups.ts';
import { ownRegistrationPages } from '#server/own-page/routes.ts';
import { inlineOfForm, loadSignUpBundle, stylesOfOwnPage } from '#server/pages/bundle.ts';
import type { GetLogo } from '#server/pages/logo.ts';
import type { AppDeps } from '#server/process/build-app.ts';
import type { SignUpPageSettings } from '#server/sign-up/page/form-view.ts';
import { signUpPages } from '#server/sign-up/page/routes.ts';
import { createTestServer, type TestServer } from './server.ts';

const SETTINGS: SignUpPageSettings = {
  publicUrl: 'http://localhost',
  visitReports: true,
  eventsServerUrl: 'http://localhost',
  timeZone: 'Europe/London',
  allowedEmailDomains: ['northfield.example'],
  organisation: { name: 'Northfield Training', consentText: 'Northfield Training may e-mail me.' },
};

interface PageOptions {
  readonly getLogo?: GetLogo;
  readonly settings?: Partial<SignUpPageSettings>;
  readonly publicRateLimit?: number;
  readonly signUpLimits?: SignUpLimits;
  readonly frameAncestors?: readonly string[];
  readonly trustProxy?: string[];
  /** What the server itself is started with. */
  readonly app?: Pick<Partial<AppDeps>, 'logger' | 'logsRequests' | 'pagesUrl' | 'tracer'>;
}

/** A server with the public forms as built for this run. */
export async function createSignUpPageServer({
  settings,
  publicRateLimit = 1_000_000,
  signUpLimits,
  frameAncestors = ['*'],
  trustProxy,
  getLogo,
  app: appDeps,
}: PageOptions = {}): Promise<TestServer> {
  const bundle = await loadSignUpBundle(inject('signUpBundleDir'));
  return createTestServer(({ signUps, tell }) => ({
    frameAncestors,
    signUpLimits,
    trustProxy,
    ...appDeps,
    inlineOfForm: inlineOfForm(bundle),
    stylesOfOwnPage: stylesOfOwnPage(bundle),
    pages: [
      () => (app) => signUpPages(app, { bundle, settings: { ...SETTINGS, ...settings }, signUps, publicRateLimit, signUpLimits, getLogo }),
      () => (app) =>
        ownRegistrationPages(app, {
          bundle,
          settings: { ...SETTINGS, ...settings },
          signUps,
          publicRateLimit,
          getLogo,
          canMail: true,
          tell,
        }),
    ],
  }));
}

/** The fields that a browser without scripts posts: those of the page, and what was typed. */
export function postedForm(page: string, typed: Readonly<Record<string, string | readonly string[]>>): URLSearchParams {
  const hidden = [...page.matchAll(/<input type="hidden" form="sign-up" name="([^"]*)" value="([^"]*)">/g)];
  const body = new URLSearchParams(hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
  for (const [name, value] of Object.entries(typed)) for (const one of [value].flat()) body.append(name, one);
  return body;
}
