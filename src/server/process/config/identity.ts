/**
 * Google lets anybody open an account for an address whose mail they can read. Only accounts of a company's directory, which end with
 * the employment, have the claim `hd`.
 */
const GOOGLE_ISSUER = 'https://accounts.google.com';

/** The claims that each token must have; `given` has the accepted values by claim, separated by commas. */
export function requiredClaims(
  issuer: string,
  given: Readonly<Record<string, string>>,
  allowedDomains: readonly string[],
): Record<string, readonly string[]> {
  const listed = Object.entries(given).map(([name, values]) => [name, values.split(',')] as const);
  return { ...(issuer.replace(/\/$/, '') === GOOGLE_ISSUER && { hd: allowedDomains }), ...Object.fromEntries(listed) };
}
