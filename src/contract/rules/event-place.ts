/** Where an event is, on one line: `Harbour House, 14 Quay Street, Bristol`; empty when nobody has said. */
export const placeLine = (venue: string | null | undefined, address: string | null | undefined): string =>
  [venue ?? '', ...(address ?? '').split(/[\r\n]+/)]
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join(', ');
