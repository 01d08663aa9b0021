import type { Db } from '#server/db/connection.ts';
import { ownPageUrl } from '#server/forms/form-address.ts';
import { createTokenFor, deleteTokens } from '#server/registrations/links.ts';
import { notAttempted, ServiceError } from '#server/services/service-error.ts';
import type { SignUpDetails } from '../sign-up-details.ts';

const ADDRESS_CORRECTED = 'The address was corrected meanwhile.';
const TRY_AGAIN_MS = 1_000;

export interface NewTokens {
  /** A token for a submission as long as it has that address. @throws ServiceError once it has another */
  readonly newToken: (submissionId: string, emailKey: string) => Promise<string>;
}

/**
 * Makes one attempt at a mail. Tokens of one that failed for certain are deleted again: after many they would end the links of mails
 * that did arrive.
 */
export async function attemptMail<Deps extends { readonly db: Db }>(
  deps: Deps,
  send: (deps: Deps & NewTokens) => Promise<string>,
): Promise<string> {
  const { db } = deps;
  const tokens: string[] = [];
  const newToken = async (submissionId: string, emailKey: string): Promise<string> => {
    const token = await createTokenFor(db, submissionId, emailKey);
    if (token === undefined) throw notAttempted(ADDRESS_CORRECTED, TRY_AGAIN_MS);
    tokens.push(token);
    return token;
  };
  try {
    return await send({ ...deps, newToken });
  } catch (error) {
    if (!(error instanceof ServiceError && error.mayHaveSucceeded)) await deleteTokens(db, tokens);
    throw error;
  }
}

/** A new link to the own page of a submission. */
export async function ownLink(
  { newToken, pagesUrl }: NewTokens & { readonly pagesUrl: string },
  { id, emailKey }: Pick<SignUpDetails, 'id' | 'emailKey'>,
): Promise<string> {
  return ownPageUrl(pagesUrl, await newToken(id, emailKey));
}
