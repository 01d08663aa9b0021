import { useState } from 'react';
import { columnsCookie, readColumnsCookie } from './columns-cookie.ts';

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
