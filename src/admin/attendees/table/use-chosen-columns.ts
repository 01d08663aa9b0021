/* oxlint-disable unicorn/no-document-cookie -- the Cookie Store API is missing on plain http and in older browsers */
import { useState } from 'react';
import { tried } from '#admin/browser-storage.ts';

const COLUMN_COOKIE_MAX_AGE_MS = 31_536_000_000;
/** Well below the 8 kB at which proxies refuse all calls. */
const COOKIES_MAX_LENGTH = 4_000;
const cookieName = (formId: string): string => `screen-options-${formId}`;

/** Names joined by commas, each percent-encoded because field keys may contain commas and semicolons. */
export const columnsCookie = (formId: string, columns: readonly string[]): string =>
  `${cookieName(formId)}=${columns.map(encodeURIComponent).join(',')}; max-age=${COLUMN_COOKIE_MAX_AGE_MS / 1_000}; path=/; SameSite=Strict`;

/** The columns that a cookie names, without those that are malformed, such as one with a stray percent sign. */
export function readColumnsCookie(cookies: string, formId: string): string[] {
  const start = `${cookieName(formId)}=`;
  const cookie = cookies
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(start));
  const names = cookie?.slice(start.length).split(',') ?? [];
  return names.map((name) => tried(() => decodeURIComponent(name)) ?? '').filter((name) => name !== '');
}

/** The cookies to delete because there are too many of them: those of other forms that were made first, in the order in which browsers list them. */
export function surplusCookies(cookies: string, formId: string): string[] {
  const all = cookies.split('; ').filter((each) => each.startsWith(cookieName('')));
  const surplus: string[] = [];
  let length = all.join('; ').length;
  for (const cookie of all.filter((each) => !each.startsWith(`${cookieName(formId)}=`))) {
    if (length <= COOKIES_MAX_LENGTH) break;
    surplus.push(`${cookie.slice(0, cookie.indexOf('='))}=; max-age=0; path=/`);
    length -= cookie.length + 2;
  }
  return surplus;
}

/** The chosen optional columns of a series or marketing form, which are stored in a cookie. */
export function useChosenColumns(formId: string): [chosen: readonly string[], choose: (columns: string[]) => void] {
  const [choice, setChoice] = useState({ formId, columns: readColumnsCookie(document.cookie, formId) });
  if (choice.formId !== formId) setChoice({ formId, columns: readColumnsCookie(document.cookie, formId) });
  const choose = (columns: string[]) => {
    // Deleted first, so that it counts as the newest.
    document.cookie = `${cookieName(formId)}=; max-age=0; path=/`;
    document.cookie = columnsCookie(formId, columns);
    for (const cookie of surplusCookies(document.cookie, formId)) document.cookie = cookie;
    setChoice({ formId, columns });
  };
  return [choice.columns, choose];
}
