import type { Location } from 'react-router';

export interface UnsavedWork {
  readonly isUnsaved: () => boolean;
  readonly isLost: (from: Location, to: Location) => boolean;
}

/** The router only asks the latest blocker, so each answers for all. */
export const unsavedWork = new Set<UnsavedWork>();

/** Whether the page has unsaved edits, or something under way that leaving would end. */
export const hasUnsavedWork = (): boolean => [...unsavedWork].some(({ isUnsaved }) => isUnsaved());
