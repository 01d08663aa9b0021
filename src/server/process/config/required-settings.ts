const REQUIRED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'ALLOWED_EMAIL_DOMAINS',
  'SESSION_SECRET',
] as const;

/** The first setting requires the second. */
const REQUIRED_TOGETHER = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['DATABASE_READ_URL', 'DATABASE_URL'],
  ['BACKUP_KEEP', 'BACKUP_DIR'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['COPPER_API_TOKEN', 'COPPER_USER_EMAIL'],
  ['COPPER_USER_EMAIL', 'COPPER_API_TOKEN'],
] as const;

/** One line for each missing setting. */
export function missingSettings(env: Record<string, string>): string[] {
  const missing = new Map<string, string>();
  for (const [present, needed] of REQUIRED_TOGETHER) {
    if (env[present] !== undefined && env[needed] === undefined) missing.set(needed, `${needed} is missing: ${present} needs it`);
  }
  for (const name of env.NODE_ENV === 'production' ? REQUIRED_IN_PRODUCTION : []) {
    if (env[name] === undefined) missing.set(name, `${name} is missing: production needs it`);
  }
  return [...missing.values()];
}

/** One line for each pair of settings of which only one can hold. */
export function contradictions(env: Readonly<Record<string, string>>): string[] {
  const isOver = Number(env.UNSTAMPED_RATE_LIMIT) > Number(env.PUBLIC_RATE_LIMIT);
  return [
    ...(env.LOCAL_IDENTITY_HOSTS !== undefined && env.OIDC_ISSUER !== undefined
      ? ['LOCAL_IDENTITY_HOSTS is for the local identity provider, which OIDC_ISSUER replaces: remove one of them']
      : []),
    ...(isOver ? ['UNSTAMPED_RATE_LIMIT must be at most PUBLIC_RATE_LIMIT, of which it is a part'] : []),
  ];
}
