import { useState } from 'react';
import { columnsCookie, readColumnsCookie } from './columns-cookie.ts';

/** The extra columns chosen for a series or form, remembered in its cookie (decision 44), and a way to choose others. */
export function useChosenColumns(ownerId: string): [chosen: readonly string[], choose: (columns: string[]) => void] {
  const [choice, setChoice] = useState({ ownerId, columns: readColumnsCookie(document.cookie, ownerId) });
  if (choice.ownerId !== ownerId) setChoice({ ownerId, columns: readColumnsCookie(document.cookie, ownerId) });
  const choose = (columns: string[]) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    document.cookie = columnsCookie(ownerId, columns);
    setChoice({ ownerId, columns });
  };
  return [choice.columns, choose];
}
