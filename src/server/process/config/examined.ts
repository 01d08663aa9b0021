import type { Examined } from '#server/doctor/examine.ts';
import type { Config } from './config.ts';
import { isLoopback } from './values.ts';

const ANY_REDIRECT =
  'REDIRECT_HOSTS is not set: whoever sends somebody a link to a form can choose the page that it leads to after the sign-up. The form names its host before.';

/** Warnings about valid settings, for the log. */
export const startWarnings = (config: { environment: string; roles: { web: boolean }; redirectHosts?: readonly string[] }): string[] =>
  config.environment === 'production' && config.roles.web && config.redirectHosts === undefined ? [ANY_REDIRECT] : [];

/** Connections that hear notifications, beside the pools: of a worker's jobs, and of open screens. */
const LISTENING = { worker: 6, web: 1 };

const isCertified = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || protocol === 'smtps:' || (protocol === 'smtp:' && !isLoopback(hostname));
};

function addressesOf({
  publicUrl,
  eventsServerUrl,
  oidc,
  mail,
  slack,
  copper,
  traces,
}: Config): readonly (readonly [string, string | undefined])[] {
  return [
    ['PUBLIC_URL', publicUrl],
    ['EVENTS_SERVER_URL', new URL(eventsServerUrl).origin === publicUrl ? undefined : eventsServerUrl],
    ['the identity provider', oidc?.issuer],
    ['the mail server', mail?.smtpUrl],
    ['Slack', slack && (slack.apiUrl ?? 'https://slack.com')],
    ['Copper', copper?.apiUrl],
    ['the collector of traces', traces?.url],
  ];
}

/** What the doctor looks at besides the database and the services. */
export function examinedOf(config: Config): Examined {
  const { roles, database, live, oidc } = config;
  const listening = (roles.worker ? LISTENING.worker : 0) + (roles.web && live.isOn ? LISTENING.web : 0);
  return {
    warnings: startWarnings(config),
    connections: database.pool + listening,
    addresses: database,
    issuer: oidc?.issuer,
    traces: config.traces,
    hosts: addressesOf(config).flatMap(([name, address]) => (address !== undefined && isCertified(address) ? [{ name, address }] : [])),
  };
}
