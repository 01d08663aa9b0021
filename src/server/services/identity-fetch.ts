import { fetchFromService } from './service-fetch.ts';

/** The identity provider did not answer, or failed; a later attempt may succeed. */
export class ProviderUnreachable extends Error {
  /** @param message without personal data */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnreachable';
  }
}

/** @throws ProviderUnreachable when there is no answer, or its status is 429 or 5xx */
export async function fetchFromProvider(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetchFromService('The identity provider', url, init).catch((cause: unknown) => {
    throw new ProviderUnreachable('The identity provider could not be reached', { cause });
  });
  if (response.status === 429 || response.status >= 500) throw new ProviderUnreachable(`The identity provider answered ${response.status}`);
  return response;
}

/** Whether the error or one of its causes is a ProviderUnreachable. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return error instanceof Error && error.cause !== undefined && isUnreachable(error.cause);
}

/** The messages of an error and its causes, with the protocol's error code; without personal data, for the log. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code = 'error' in error && typeof error.error === 'string' && /^[a-z_]{1,60}$/.test(error.error) ? ` (${error.error})` : '';
  const cause = describeFailure(error.cause);
  return `${error.message}${code}${cause === '' ? '' : `: ${cause}`}`;
}
