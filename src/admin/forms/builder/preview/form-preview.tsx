import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { PreviewForm } from '#signup/preview-form.tsx';
import type { FormView } from '#signup/view.ts';
import styleSheet from '#signup/form.css?url';
import frameStyleSheet from './preview-frame.css?url';
import { PreviewWaiting } from './preview-waiting.tsx';
import classes from './preview.module.css';
import { useEditedField } from './use-edited-field.ts';

/** The height of the frame's content in pixels, undefined until it is measured. */
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
  /** The width that the form is laid out for, in pixels; it is made smaller to fit. */
  readonly width: number;
  readonly editedId: string | undefined;
  readonly onChoose: (fieldId: string) => void;
}

/**
 * The real public form in an iframe, so that its styles do not mix with those of the staff app, and its media queries use the
 * frame's width. It has no sandbox, because a sandbox without scripts would block React's event listeners.
 */
export function FormPreview({ view, width, editedId, onChoose }: FormPreviewProps) {
  const scheme = useComputedColorScheme('light');
  const [content, setContent] = useState<Document>();
  const height = useContentHeight(content);
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  useEditedField({ content, view, editedId, size: `${scale} ${height}`, onChoose });

  const handleLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const loaded = event.currentTarget.contentDocument;
    if (loaded !== null) setContent(loaded);
  };

  return (
    <>
      {content === undefined ? <PreviewWaiting /> : null}
      <div ref={ref} className={classes.stage} style={{ height: (height ?? 0) * scale }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its content is our own; see above */}
        <iframe
          className={classes.frame}
          title="Preview of the form"
          srcDoc={`<!doctype html><html lang="en-GB" data-theme="${scheme}"><head><title>Preview</title><link rel="stylesheet" href="${styleSheet}"><link rel="stylesheet" href="${frameStyleSheet}"></head><body></body></html>`}
          style={{ width, height: `${100 / scale}%`, left: Math.max(0, (room - width * scale) / 2), transform: `scale(${scale})` }}
          onLoad={handleLoad}
        />
      </div>
      {content === undefined ? null : createPortal(<PreviewForm view={view} />, content.body)}
    </>
  );
}
