import { useComputedColorScheme } from '@mantine/core';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { PreviewForm } from '#signup/preview-form.tsx';
import type { FormView } from '#signup/view.ts';
import styleSheet from '#signup/form.css?url';
import { PreviewWaiting } from './preview-waiting.tsx';
import classes from './preview.module.css';

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

/**
 * The real public form in an iframe, so that its styles do not mix with those of the staff app, and its media queries use the
 * frame's width. It has no sandbox, because a sandbox without scripts would block React's event listeners.
 */
export function FormPreview({ view }: { readonly view: FormView }) {
  const scheme = useComputedColorScheme('light');
  const [content, setContent] = useState<Document>();
  const height = useContentHeight(content);

  const handleLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const loaded = event.currentTarget.contentDocument;
    if (loaded !== null) setContent(loaded);
  };

  return (
    <>
      {content === undefined ? <PreviewWaiting /> : null}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its content is our own; see above */}
      <iframe
        className={classes.frame}
        title="Preview of the form"
        srcDoc={`<!doctype html><html lang="en-GB" data-theme="${scheme}"><head><title>Preview</title><link rel="stylesheet" href="${styleSheet}"></head><body></body></html>`}
        style={{ height: height ?? 0 }}
        onLoad={handleLoad}
      />
      {content === undefined ? null : createPortal(<PreviewForm view={view} />, content.body)}
    </>
  );
}
