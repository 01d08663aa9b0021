import type { SignUpPageSettings } from './form-view.ts';

export interface RedirectTarget {
  readonly address: string;
  /** Whether the host is trusted; for another one the form asks before it leads there. */
  readonly isKnown: boolean;
}

type RedirectRules = Pick<SignUpPageSettings, 'publicUrl' | 'eventsServerUrl' | 'allowedEmailDomains' | 'redirectHosts'>;

function isOurs({ host, hostname }: URL, { publicUrl, eventsServerUrl, allowedEmailDomains }: RedirectRules): boolean {
  return (
    [publicUrl, eventsServerUrl].some((ours) => new URL(ours).host === host) ||
    allowedEmailDomains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  );
}

/** The target of `redirectTo`: an absolute http(s) address; if hosts are configured, only those and by https. */
export function redirectTarget(address: string | null, rules: RedirectRules): RedirectTarget | undefined {
  if (address === null || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isPlain = (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '';
  if (!isPlain) return undefined;
  if (rules.redirectHosts === undefined) return { address: url.href, isKnown: isOurs(url, rules) };
  return url.protocol === 'https:' && rules.redirectHosts.includes(url.host) ? { address: url.href, isKnown: true } : undefined;
}
