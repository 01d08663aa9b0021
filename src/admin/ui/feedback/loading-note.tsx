import { LOADING } from '#contract/texts/staff.ts';

/** "Loading..." beside a title, announced once; the skeleton below is silent. */
export function LoadingNote() {
  return <span role="status">{LOADING}</span>;
}
