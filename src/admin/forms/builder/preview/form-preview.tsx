import { useComputedColorScheme } from '@mantine/core';
import { type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useScaled } from '#admin/ui/layout/use-scaled.ts';
import type { Theme } from '#contract/forms/public-face.ts';
import { disclaimers, type PublicField } from '#contract/rules/public-fields.ts';
import { accentProperties } from '#contract/rules/theme-colours.ts';
import { PreviewForm } from '#signup/preview-form.tsx';
import type { FormView } from '#signup/view.ts';
import classes from '#admin/ui/layout/preview-panel.module.css';
import styleSheet from '#signup/form.css?url';
import frameStyleSheet from './preview-frame.css?url';
import { PreviewSkeleton } from './preview-skeleton.tsx';

function useContentHeight(content: Document | undefined): number | undefined {
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    if (content === undefined) return undefined;
    const observer = new ResizeObserver(() => setHeight(content.body.offsetHeight));
    observer.observe(content.body);
    return () => observer.disconnect();
  }, [content]);
  return height;
}

interface FormPreviewProps {
  readonly view: FormView;
  readonly theme: Theme | null | undefined;
  /** The width that the form is laid out for, in pixels; it is scaled down to fit. */
  readonly width: number;
  readonly editedId: string | undefined;
  /** The field added last, which is scrolled to while none is being edited. */
  readonly newestId: string | undefined;
  readonly onChoose: (fieldId: string) => void;
}

/** A frame isolates styles and gives media queries its width. No sandbox: without scripts it would block React's event listeners. */
export function FormPreview({ view, theme, width, editedId, newestId, onChoose }: FormPreviewProps) {
  const ownScheme = useComputedColorScheme('light');
  const scheme = theme && theme.scheme !== 'auto' ? theme.scheme : ownScheme;
  const accent = theme?.accent ? accentProperties(theme.accent) : '';
  const [content, setContent] = useState<Document>();
  const height = useContentHeight(content);
  const { ref, scale, style } = useScaled(width);
  useEditedField({ content, view, editedId, newestId, size: `${scale} ${height}`, onChoose });

  const handleLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const loaded = event.currentTarget.contentDocument;
    if (loaded !== null) setContent(loaded);
  };

  return (
    <>
      {content === undefined ? <PreviewSkeleton /> : null}
      <div ref={ref} className={classes.stage} style={{ height: (height ?? 0) * scale }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its content is our own; see above */}
        <iframe
          className={classes.frame}
          title="Preview of the form"
          srcDoc={`<!doctype html><html lang="en-GB" data-theme="${scheme}" style="${accent}"><head><title>Preview</title><link rel="stylesheet" href="${styleSheet}"><link rel="stylesheet" href="${frameStyleSheet}"></head><body></body></html>`}
          style={style}
          onLoad={handleLoad}
        />
      </div>
      {content === undefined ? null : createPortal(<PreviewForm view={view} />, content.body)}
    </>
  );
}

type Fields = readonly PublicField[];

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

interface EditedFieldOptions extends Pick<FormPreviewProps, 'view' | 'editedId' | 'newestId' | 'onChoose'> {
  readonly content: Document | undefined;
  readonly size: string;
}

/** Chooses the event of the edited field, without which the form does not show it. */
function chooseEventOf(content: Document, { fields }: FormView, editedId: string): void {
  const eventId = fields.find(({ id }) => id === editedId)?.brunch_event_id;
  if (!eventId) return;
  content.querySelector<HTMLInputElement>(`input[name="events"][value="${eventId}"]:not(:checked)`)?.click();
}

function scrollTo(content: Document, element: Element, isEdited: boolean): void {
  const { scrollHeight, clientHeight } = content.documentElement;
  const { top, height } = element.getBoundingClientRect();
  if (scrollHeight > clientHeight) content.defaultView?.scrollBy({ top: top - (clientHeight - height) / 2 });
  else if (isEdited && matchMedia('(max-width: 60em)').matches) element.scrollIntoView({ block: 'center' });
}

/** Marks the edited field in the preview, scrolls to it or to the one added last, and opens a field's editor when it is clicked. */
function useEditedField({ content, view, editedId, newestId, size, onChoose }: EditedFieldOptions): void {
  const { fields } = view;
  const find = (fieldId: string | undefined) =>
    content === undefined || fieldId === undefined ? null : elementOf(content, fields, fieldId);

  // After each rendering, since the form may have replaced the element.
  useEffect(() => {
    const element = find(editedId);
    element?.setAttribute('data-edited', 'You are editing this');
    return () => element?.removeAttribute('data-edited');
  });

  const shownId = editedId ?? newestId;
  const isListed = fields.some(({ id }) => id === shownId);
  const show = useEffectEvent(() => {
    if (content === undefined || shownId === undefined) return;
    if (editedId !== undefined) chooseEventOf(content, view, editedId);
    const element = find(shownId);
    if (element !== null) scrollTo(content, element, shownId === editedId);
  });
  useEffect(() => show(), [content, shownId, isListed, size]);

  const handle = useEffectEvent((event: Event) => {
    const fieldId = content && fieldOf(content, fields, event);
    if (fieldId === undefined) return;
    if (event.type === 'keydown' && !('key' in event && event.key === 'Enter')) return;
    // Nothing is filled in here: lists do not open, and boxes are not ticked.
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
