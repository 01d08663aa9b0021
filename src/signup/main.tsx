import { hydrateRoot } from 'react-dom/client';
import { FoldsContext, foldsIn } from './fields/event-fold.tsx';
import { keepValues } from './form-controls.ts';
import { FORM_ID, HYDRATED_EVENT, readData, viewOf, VISIT_DATA_ID } from './page-data.ts';
import { SignUpForm } from './sign-up-form.tsx';
import type { Visit } from './view.ts';

const isVisit = (data: object): data is Visit => 'values' in data;

const form = document.getElementById(FORM_ID);
const view = viewOf(document);
const visit = readData(document, VISIT_DATA_ID);

if (form instanceof HTMLFormElement && form.parentElement && view !== undefined && isVisit(visit)) {
  const container = form.parentElement;
  const plainForm = container.innerHTML;
  let shown = form;
  const carryOver = keepValues(form);
  const onHydrated = (now: HTMLFormElement): void => {
    carryOver(now);
    shown = now;
    // After React has committed the state of the hydrated form.
    setTimeout(() => document.dispatchEvent(new Event(HYDRATED_EVENT)));
  };
  // React removes a form that it fails to render, for example since a browser extension has changed it; the plain one needs no script.
  const showPlainForm = (): void => {
    const carryBack = keepValues(shown);
    container.innerHTML = plainForm;
    const plain = document.getElementById(FORM_ID);
    if (plain instanceof HTMLFormElement) carryBack(plain);
  };
  hydrateRoot(
    container,
    <FoldsContext value={foldsIn(form)}>
      <SignUpForm view={view} visit={visit} onHydrated={onHydrated} />
    </FoldsContext>,
    { onUncaughtError: () => setTimeout(showPlainForm) },
  );
}
