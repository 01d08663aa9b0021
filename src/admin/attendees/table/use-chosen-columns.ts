import { useState } from 'react';
import { tried } from '#admin/stored.ts';

const COLUMN_COOKIE_MAX_AGE_MS = 31_536_000_000;
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

/** The chosen optional columns of a series or marketing form, which are stored in a cookie. */
export function useChosenColumns(formId: string): [chosen: readonly string[], choose: (columns: string[]) => void] {
  const [choice, setChoice] = useState({ formId, columns: readColumnsCookie(document.cookie, formId) });
  if (choice.formId !== formId) setChoice({ formId, columns: readColumnsCookie(document.cookie, formId) });
  const choose = (columns: string[]) => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing on plain http and in older browsers
    document.cookie = columnsCookie(formId, columns);
    setChoice({ formId, columns });
  };
  return [choice.columns, choose];
}
