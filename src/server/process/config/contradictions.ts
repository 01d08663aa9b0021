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
