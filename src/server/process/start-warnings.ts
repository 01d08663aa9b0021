interface WatchedSettings {
  readonly environment: string;
  readonly roles: { readonly web: boolean };
  readonly redirectHosts?: readonly string[] | undefined;
}

const ANY_REDIRECT =
  'REDIRECT_HOSTS is not set: whoever sends somebody a link to a form can choose the page that it leads to after the sign-up. The form names its host before.';

/** Warnings about valid settings, for the log. */
export const startWarnings = ({ environment, roles, redirectHosts }: WatchedSettings): string[] =>
  environment === 'production' && roles.web && redirectHosts === undefined ? [ANY_REDIRECT] : [];
