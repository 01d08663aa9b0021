/** Where a provider publishes its configuration. */
export const configurationOf = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Whether the provider of an issuer may call itself so: the slash at the end is its own, and the policies of Azure AD B2C share another address. */
export function mayBeCalled(issuer: string, own: string): boolean {
  const [set, found] = [issuer, own].map((each) => URL.parse(configurationOf(each)));
  return found?.href === set?.href || set?.hostname.endsWith('.b2clogin.com') === true;
}
