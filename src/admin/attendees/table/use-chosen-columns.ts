import { useState } from 'react';

const COLUMN_COOKIE_MAX_AGE_MS = 31_536_000_000;

const cookieName = (formId: string): string => `screen-options-${formId}`;

function decodeName(encoded: string): string[] {
  try {
    const name = decodeURIComponent(encoded);
    return name === '' ? [] : [name];
  } catch {
    // A malformed cookie, such as one with a stray percent sign.
    return [];
  }
}

/** Names joined by commas, each percent-encoded because field keys may contain commas and semicolons. */
export const columnsCookie = (formId: string, columns: readonly string[]): string =>
  `${cookieName(formId)}=${columns.map(encodeURIComponent).join(',')}; max-age=${COLUMN_COOKIE_MAX_AGE_MS / 1_000}; path=/; SameSite=Strict`;

/** Reads the optional columns of a series or marketing form from `document.cookie`; empty if none were chosen. */
export function readColumnsCookie(cookies: string, formId: string): string[] {
  const start = `${cookieName(formId)}=`;
  const cookie = cookies
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(start));
  return cookie === undefined ? [] : cookie.slice(start.length).split(',').flatMap(decodeName);
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
