import { HONEYPOT_NAME } from '#contract/rules/field-key.ts';
import type { SignUpForm } from '#contract/rules/sign-up.ts';
import { payloadOf } from './payload.ts';
import { chosenAtFirst, type FormView, type TypedValues } from './view.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isControl = (target: unknown): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const isBox = (control: Control): control is HTMLInputElement => control instanceof HTMLInputElement && control.type === 'checkbox';

// Not form.elements: a field labelled "Elements" would stand in its place.
const controlsOf = (form: HTMLFormElement): Control[] => [...form.querySelectorAll('input, textarea, select')].filter(isControl);

/** What the form holds now. */
export function readPayload(view: SignUpForm, form: HTMLFormElement): TypedValues {
  const data = new FormData(form);
  return payloadOf(view, (name) => data.getAll(name).filter((value) => typeof value === 'string'));
}

/** Ids of the events that are ticked now. */
export const readChosen = (form: HTMLFormElement): string[] =>
  controlsOf(form)
    .filter((control) => isBox(control) && control.name === 'events' && control.checked)
    .map((control) => control.value);

const isAutofilled = (control: Control): boolean => control.matches(':autofill');

/** Whether anything was typed, chosen, prefilled or filled in by the browser (decision 28). */
export function isFilled(view: FormView, form: HTMLFormElement): boolean {
  const atFirst = chosenAtFirst(view);
  const isChanged = (control: Control): boolean =>
    isBox(control)
      ? control.checked !== (control.name === 'events' && atFirst.includes(control.value))
      : control.value !== '' || isAutofilled(control);
  return controlsOf(form).some((control) => control.name !== HONEYPOT_NAME && isChanged(control));
}

/** A box is known by its value too: those of the events share their name. */
const isSame = (one: Control, other: Control): boolean => one.name === other.name && (!isBox(other) || one.value === other.value);

function carryOver(control: Control, from: readonly Control[]): void {
  const old = from.find((candidate) => isSame(candidate, control));
  if (old === undefined) return;
  if (isBox(control) && isBox(old)) control.checked = old.checked;
  else control.value = old.value;
}

/**
 * Remembers the controls. The function it gives carries over what stands in those that are no longer in the page: a form
 * whose elements something else has changed (an extension, a translation) is drawn anew when React takes it over.
 */
export function keepTyped(form: HTMLFormElement): (now: HTMLFormElement) => void {
  const before = controlsOf(form);
  return (now) => {
    const lost = before.filter((control) => !control.isConnected);
    if (lost.length === 0) return;
    for (const control of controlsOf(now)) carryOver(control, lost);
  };
}

/** Sends the form as a browser without script would; a field labelled "Submit" hides the form's own method. */
export const submitPlainly = (form: HTMLFormElement): void => HTMLFormElement.prototype.submit.call(form);
