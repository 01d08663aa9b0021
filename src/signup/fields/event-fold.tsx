import { createContext, use } from 'react';

/** The folds of events by id: as HTML where the page is made, as elements of the page afterwards. */
export const FoldsContext = createContext<ReadonlyMap<string | undefined, string | Element>>(new Map());

/** The folds that were served. They are kept, and open ones stay open, as the script does not have what is in them. */
export const foldsIn = (page: Element) =>
  new Map([...page.querySelectorAll<HTMLElement>('.fold')].map((fold) => [fold.dataset.event, fold]));

/** React never changes what is in it, as this is always the same object. */
const AS_SERVED = { __html: '' };

/** More about an event; choosing the event and opening its fold are two things. */
export function Fold({ id }: { readonly id: string }) {
  const fold = use(FoldsContext).get(id);
  if (fold === undefined) return null;
  // oxlint-disable-next-line react/no-danger -- our own markup, rendered apart
  if (typeof fold === 'string') return <div dangerouslySetInnerHTML={{ __html: fold }} />;
  const putBack = (place: HTMLElement | null): void => {
    // Only where it is missing, since an element that is moved loses the focus.
    if (place !== null && !place.contains(fold)) place.append(fold);
  };
  // oxlint-disable-next-line react/no-danger -- nothing: what was served stays
  return <div ref={putBack} dangerouslySetInnerHTML={AS_SERVED} />;
}
