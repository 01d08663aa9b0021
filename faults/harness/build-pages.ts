import { buildPages } from '../../scripts/build.ts';

/** The servers need the built forms, as with `npm start`. */
export const setup = async (): Promise<void> => buildPages({ onlyStale: true });
