import { useEffect, useEffectEvent } from 'react';
import { disclaimers, type PublicField } from '#contract/rules/public-fields.ts';
import { YOU_ARE_EDITING } from '#contract/texts/builder.ts';
import type { FormView } from '#signup/view.ts';

type Fields = readonly PublicField[];

/** The element of a field in the public form; null while the form does not show it. */
function elementOf(content: Document, fields: Fields, fieldId: string): Element | null {
  const index = disclaimers(fields).findIndex(({ id }) => id === fieldId);
  if (index !== -1) return content.querySelectorAll('.disclaimer')[index] ?? null;
  return content.getElementById(`field-${fieldId}`)?.closest('.field') ?? null;
}

/** The id of the field that an event in the public form is about; undefined for what every form has. */
function fieldOf(content: Document, fields: Fields, event: Event): string | undefined {
  const path = event.composedPath();
  return fields.find(({ id }) => {
    const element = elementOf(content, fields, id);
    return element !== null && path.includes(element);
  })?.id;
}

interface EditedFieldOptions {
  /** The document of the preview, once it is loaded. */
  readonly content: Document | undefined;
  readonly view: FormView;
  readonly editedId: string | undefined;
  /** Changes with the size of the preview. */
  readonly size: string;
  readonly onChoose: (fieldId: string) => void;
}

/** Chooses the event of the edited field, without which the form does not show it. */
function chooseEventOf(content: Document, { fields }: FormView, editedId: string): void {
  const eventId = fields.find(({ id }) => id === editedId)?.brunch_event_id;
  if (!eventId) return;
  content.querySelector<HTMLInputElement>(`input[name="events"][value="${eventId}"]:not(:checked)`)?.click();
}

/** Scrolls the preview, and on a phone the page, to an element. */
function scrollTo(content: Document, element: Element): void {
  const { scrollHeight, clientHeight } = content.documentElement;
  const { top, height } = element.getBoundingClientRect();
  if (scrollHeight > clientHeight) content.defaultView?.scrollBy({ top: top - (clientHeight - height) / 2 });
  else if (matchMedia('(max-width: 60em)').matches) element.scrollIntoView({ block: 'center' });
}

/** Marks the field that is edited in the preview, scrolls to it, and has a click on a field open its editor. */
export function useEditedField({ content, view, editedId, size, onChoose }: EditedFieldOptions): void {
  const { fields } = view;
  const findEdited = () => (content === undefined || editedId === undefined ? null : elementOf(content, fields, editedId));

  // After each rendering, since the form may have replaced the element.
  useEffect(() => {
    const element = findEdited();
    element?.setAttribute('data-edited', YOU_ARE_EDITING);
    return () => element?.removeAttribute('data-edited');
  });

  const showEdited = useEffectEvent(() => {
    if (content === undefined || editedId === undefined) return;
    chooseEventOf(content, view, editedId);
    const element = findEdited();
    if (element !== null) scrollTo(content, element);
  });
  useEffect(() => showEdited(), [content, editedId, size]);

  const handle = useEffectEvent((event: Event) => {
    const fieldId = content && fieldOf(content, fields, event);
    if (fieldId === undefined) return;
    if (event.type === 'keydown' && !('key' in event && event.key === 'Enter')) return;
    // Nothing is filled in here: no list opens, and no box is ticked.
    event.preventDefault();
    if (event.type !== 'mousedown') onChoose(fieldId);
  });
  useEffect(() => {
    if (content === undefined) return undefined;
    const listener = (event: Event) => handle(event);
    const types = ['mousedown', 'click', 'keydown'];
    for (const type of types) content.addEventListener(type, listener);
    return () => {
      for (const type of types) content.removeEventListener(type, listener);
    };
  }, [content]);
}
