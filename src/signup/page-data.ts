import type { FormView } from './view.ts';

/** Id of the form, for inputs outside of it. */
export const FORM_ID = 'sign-up';
export const VIEW_DATA_ID = 'view-data';
export const VISIT_DATA_ID = 'visit-data';
/** Fired on the document once the form is hydrated. */
export const HYDRATED_EVENT = 'turnout:hydrated';

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The data the server wrote into a page under this id. */
export function readData(page: Document, id: string): object {
  const data: unknown = JSON.parse(page.getElementById(id)?.textContent ?? '{}');
  return isRecord(data) ? data : {};
}

// The server that wrote the data has the same version, so one key is enough to check.
const isView = (data: object): data is FormView => 'fields' in data;

export function viewOf(page: Document): FormView | undefined {
  const data = readData(page, VIEW_DATA_ID);
  return isView(data) ? data : undefined;
}

/** A random key of 128 bits. `crypto.randomUUID` exists on https only. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
