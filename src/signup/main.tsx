import { hydrateRoot } from 'react-dom/client';
import { keepValues } from './form-controls.ts';
import { FORM_ID, HYDRATED_EVENT, VIEW_DATA_ID, VISIT_DATA_ID } from './page-data.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { FormView, Visit } from './view.ts';

// The server that wrote the data blocks has the same version, so one key is enough to tell them apart.
const isView = (data: object): data is FormView => 'fields' in data;
const isVisit = (data: object): data is Visit => 'values' in data;

function readData(id: string): object {
  const data: unknown = JSON.parse(document.getElementById(id)?.textContent ?? '{}');
  return typeof data === 'object' && data !== null ? data : {};
}

const sheet = document.querySelector('main');
const form = document.getElementById(FORM_ID);
const view = readData(VIEW_DATA_ID);
const visit = readData(VISIT_DATA_ID);

if (sheet !== null && form instanceof HTMLFormElement && isView(view) && isVisit(visit)) {
  const carryOver = keepValues(form);
  const onHydrated = (now: HTMLFormElement): void => {
    carryOver(now);
    // After React has committed the state of the hydrated form.
    setTimeout(() => document.dispatchEvent(new Event(HYDRATED_EVENT)));
  };
  hydrateRoot(sheet, <SignUpForm view={view} visit={visit} onHydrated={onHydrated} />);
}
