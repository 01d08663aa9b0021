const ANY_REDIRECT =
  'REDIRECT_HOSTS is not set: whoever sends somebody a link to a form can choose the page that it leads to after the sign-up. The form names its host before.';

/** Warnings about valid settings, for the log. */
export const startWarnings = (config: { environment: string; roles: { web: boolean }; redirectHosts?: readonly string[] }): string[] =>
  config.environment === 'production' && config.roles.web && config.redirectHosts === undefined ? [ANY_REDIRECT] : [];
