import { readData, VISIT_DATA_ID, viewOf } from './page-data.ts';
import type { FormView, Visit } from './view.ts';

const TIMEOUT_MS = 10_000;

/** A new copy of this page; an empty one when it cannot be loaded. */
export async function loadAgain(): Promise<Document> {
  try {
    const response = await fetch(window.location.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    // Offline; the next attempt will show it.
    return new Document();
  }
}

/** The form as the server shows it now, with its time; undefined where that is not to be had. */
export async function viewNow(): Promise<Pick<Visit, 'now'> & { readonly view?: FormView | undefined }> {
  const page = await loadAgain();
  return { ...readData(page, VISIT_DATA_ID), view: viewOf(page) };
}
