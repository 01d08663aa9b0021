import { hydrateRoot } from 'react-dom/client';
import { AS_SERVED, FoldsContext, foldsIn } from './fields/event-fold.tsx';
import { keepValues } from './form-controls.ts';
import { FORM_ID, HYDRATED_EVENT, readData, viewOf, VISIT_DATA_ID } from './page-data.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { Visit } from './view.ts';

const isVisit = (data: object): data is Visit => 'values' in data;

const sheet = document.querySelector('.sheet');
const form = document.getElementById(FORM_ID);
const view = viewOf(document);
const visit = readData(document, VISIT_DATA_ID);

if (sheet !== null && form instanceof HTMLFormElement && view !== undefined && isVisit(visit)) {
  const carryOver = keepValues(form);
  const header = sheet.querySelector('header');
  /** Puts what was served into the header. React makes a new, empty one if an extension has changed the page. */
  const keepHeader = (now: HTMLElement | null): void => now?.append(...(header?.childNodes ?? []));
  const onHydrated = (now: HTMLFormElement): void => {
    carryOver(now);
    // After React has committed the state of the hydrated form.
    setTimeout(() => document.dispatchEvent(new Event(HYDRATED_EVENT)));
  };
  hydrateRoot(
    sheet,
    <FoldsContext value={foldsIn(sheet)}>
      <SignUpForm header={<header {...AS_SERVED} ref={keepHeader} />} view={view} visit={visit} onHydrated={onHydrated} />
    </FoldsContext>,
  );
}
