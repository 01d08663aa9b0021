import { useState } from 'react';
import { columnsCookie, readColumnsCookie } from './columns-cookie.ts';

/** The extra columns chosen for a series, remembered in its cookie (decision 44), and a way to choose others. */
export function useChosenColumns(seriesId: string): [chosen: readonly string[], choose: (columns: string[]) => void] {
  const [choice, setChoice] = useState({ seriesId, columns: readColumnsCookie(document.cookie, seriesId) });
  if (choice.seriesId !== seriesId) setChoice({ seriesId, columns: readColumnsCookie(document.cookie, seriesId) });
  const choose = (columns: string[]) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    document.cookie = columnsCookie(seriesId, columns);
    setChoice({ seriesId, columns });
  };
  return [choice.columns, choose];
}
