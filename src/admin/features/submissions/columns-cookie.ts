const COLUMN_COOKIE_MAX_AGE_MS = 31_536_000_000;

const cookieName = (ownerId: string): string => `screen-options-${ownerId}`;

/** A name as it was written, or nothing when somebody else wrote something else. */
function readName(written: string): string[] {
  try {
    const name = decodeURIComponent(written);
    return name === '' ? [] : [name];
  } catch {
    // Not one of ours: a stray percent sign.
    return [];
  }
}

/**
 * The cookie that remembers which extra columns a series or form shows (spec section 9, decision 44): names joined by commas,
 * each percent-encoded, since the key of a custom field may hold commas and semicolons.
 */
export const columnsCookie = (ownerId: string, columns: readonly string[]): string =>
  `${cookieName(ownerId)}=${columns.map(encodeURIComponent).join(',')}; max-age=${COLUMN_COOKIE_MAX_AGE_MS / 1_000}; path=/; SameSite=Strict`;

/** The remembered extra columns of a series or form, out of `document.cookie`; none when nothing was chosen. */
export function readColumnsCookie(cookies: string, ownerId: string): string[] {
  const start = `${cookieName(ownerId)}=`;
  const cookie = cookies
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(start));
  return cookie === undefined ? [] : cookie.slice(start.length).split(',').flatMap(readName);
}
