import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { IconExternalLink } from '#admin/ui/layout/icons.tsx';
import { LazyPart, lazyPart } from '#admin/ui/loading/lazy-part.tsx';
import type { FormView } from '#signup/view.ts';
import { PreviewWaiting } from './preview-waiting.tsx';
import classes from './preview.module.css';

// Loaded separately, so that the list of fields need not wait for the public form.
const FormPreview = lazyPart(async () => (await import('./form-preview.tsx')).FormPreview);

interface PreviewPanelProps {
  readonly view: FormView | undefined;
  readonly formPath: string | undefined;
}

/** The form as a visitor sees it, including unsaved changes. */
export function PreviewPanel({ view, formPath }: PreviewPanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId}>Preview</h2>
        <p>as a visitor sees it</p>
        {formPath === undefined ? null : (
          <a href={formPath} target="_blank" rel="noopener">
            <IconExternalLink aria-hidden="true" />
            Open form
            <VisuallyHidden>opens in a new tab</VisuallyHidden>
          </a>
        )}
      </div>
      {view === undefined ? (
        <PreviewWaiting />
      ) : (
        <LazyPart waiting={<PreviewWaiting />}>
          <FormPreview view={view} />
        </LazyPart>
      )}
    </section>
  );
}
