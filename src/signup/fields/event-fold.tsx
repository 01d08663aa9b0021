import { type ComponentProps, createContext } from 'react';

/** The contents of events' folds, by their ids: as HTML when the page is made, as elements of the page afterwards. */
export const FoldsContext = createContext<ReadonlyMap<string | undefined, ComponentProps<'div'>>>(new Map());

/** For an element whose served content React leaves alone, since the object is always the same one. */
const AS_SERVED = { dangerouslySetInnerHTML: { __html: '' } };

/** The folds that were served. They are kept, and open ones stay open, since the script does not have their contents. */
export const foldsIn = (page: Element) =>
  new Map(
    [...page.querySelectorAll<HTMLElement>('.fold')].map((fold) => {
      const putBack = (place: HTMLElement | null): void => {
        // Only if it is missing, since an element that is moved loses the focus.
        if (!place?.contains(fold)) place?.append(fold);
      };
      return [fold.dataset.event, { ...AS_SERVED, ref: putBack }];
    }),
  );
