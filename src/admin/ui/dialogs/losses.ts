import type { Location } from 'react-router';

export interface Loss {
  readonly isUnsaved: () => boolean;
  readonly isLost: (from: Location, to: Location) => boolean;
}

/** The router only asks the latest blocker, so each answers for all. */
export const losses = new Set<Loss>();

/** Whether the page has unsaved edits, or something under way that leaving would end. */
export const hasLosses = (): boolean => [...losses].some(({ isUnsaved }) => isUnsaved());
