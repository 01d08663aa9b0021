import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './preview.module.css';

interface PreviewFrameProps {
  /** What the frame shows, for those who listen. */
  readonly title: string;
  readonly styleSheet: string;
  readonly scheme: 'light' | 'dark';
  /** Shown until the style sheet is there. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

/** As high as its content, as far as the page lets it; beyond that it scrolls inside. */
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
 * A document of its own, so that the public form's style sheet meets nothing of ours, and its media queries the frame's width. Without
 * a sandbox: what is in it is drawn from here, and one that runs no script keeps our own listeners from hearing anything.
 */
export function PreviewFrame({ title, styleSheet, scheme, waiting, children }: PreviewFrameProps) {
  const [content, setContent] = useState<Document>();
  const height = useContentHeight(content);

  const handleLoad = (event: SyntheticEvent<HTMLIFrameElement>) => {
    const loaded = event.currentTarget.contentDocument;
    if (loaded !== null) setContent(loaded);
  };

  return (
    <>
      {content === undefined ? waiting : null}
      {/* biome-ignore lint/security/useIframeSandbox: all in it is ours; see above */}
      <iframe
        className={classes.frame}
        title={title}
        srcDoc={`<!doctype html><html lang="en-GB" data-theme="${scheme}"><head><title>Preview</title><link rel="stylesheet" href="${styleSheet}"></head><body></body></html>`}
        style={{ height: height ?? 0 }}
        onLoad={handleLoad}
      />
      {content === undefined ? null : createPortal(children, content.body)}
    </>
  );
}
