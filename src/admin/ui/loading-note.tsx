import { LOADING } from '#contract/texts/staff.ts';

/** "Loading..." beside a title, read out once; the bones of what comes stand below. */
export function LoadingNote() {
  return <span role="status">{LOADING}</span>;
}
