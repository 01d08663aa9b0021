import { HONEYPOT_NAME, WAITING_LIST_NAME } from '#contract/rules/payload-keys.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox';

// Not `form.elements`, which a field named "elements" would shadow.
const controlsOf = (form: HTMLFormElement): Control[] => [...form.querySelectorAll<Control>('input:not([type=hidden]), textarea, select')];

/** Whether it chooses an event, or its waiting list. */
export const isOfEvents = ({ name }: { readonly name: string }): boolean => name === 'events' || name === WAITING_LIST_NAME;

export const readChosen = (form: HTMLFormElement): string[] =>
  controlsOf(form)
    .filter((control) => isBox(control) && isOfEvents(control) && control.checked && !control.disabled)
    .map((control) => control.value);

const isAutofilled = (control: Control): boolean => control.matches(':autofill');

/** Whether anything was typed, chosen, prefilled or autofilled. */
export function isFilled(form: HTMLFormElement): boolean {
  const controls = controlsOf(form);
  const hasOneEvent = controls.filter(isOfEvents).length === 1;
  const isChanged = (control: Control): boolean =>
    isBox(control)
      ? control.checked !== (hasOneEvent && control.name === 'events' && !control.disabled)
      : control.value !== '' || isAutofilled(control);
  return controls.some((control) => control.name !== HONEYPOT_NAME && isChanged(control));
}

/** Checkboxes of events share a name and differ in their value. */
const isSame = (one: Control, other: Control): boolean => one.name === other.name && (!isBox(other) || one.value === other.value);

/** @returns the control that it replaces */
function carryOver(control: Control, from: readonly Control[]): Control | undefined {
  const old = from.find((candidate) => isSame(candidate, control));
  if (old && isBox(control) && isBox(old)) control.checked = old.checked;
  else if (old) control.value = old.value;
  return old;
}

/** Copies typed values and the focus to the new controls when React renders the form again, such as after the page was translated. */
export function keepValues(form: HTMLFormElement): (now: HTMLFormElement) => void {
  const before = controlsOf(form);
  const focused = document.activeElement;
  return (now) => {
    const lost = before.filter((control) => !control.isConnected);
    for (const control of controlsOf(now)) if (carryOver(control, lost) === focused) control.focus({ preventScroll: true });
  };
}

/** Submits the form without script; a field named "submit" would shadow the form's own method. */
export const submitWithoutScript = (form: HTMLFormElement): void => HTMLFormElement.prototype.submit.call(form);
