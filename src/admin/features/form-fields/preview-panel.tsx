import { VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useId } from 'react';
import { LazyPart } from '#admin/ui/lazy-part.tsx';
import { lazyPart } from '#admin/ui/load-script.ts';
import type { FormView } from '#signup/view.ts';
import classes from './preview.module.css';
import { PreviewWaiting } from './preview-waiting.tsx';

// The public form is a script of its own: the list of fields need not wait for it.
const FormPreview = lazyPart(async () => (await import('./form-preview.tsx')).FormPreview);

interface PreviewPanelProps {
  /** Undefined while the form is awaited. */
  readonly view: FormView | undefined;
  /** Address of the public page as it is saved; undefined while it is not known. */
  readonly formPath: string | undefined;
}

/** The form beside the list, as a visitor sees it, with what is not saved yet. */
export function PreviewPanel({ view, formPath }: PreviewPanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId}>Preview</h2>
        <p>as a visitor sees it</p>
        {formPath === undefined ? null : (
          <a href={formPath} target="_blank" rel="noopener">
            <IconExternalLink size={16} stroke={1.75} aria-hidden="true" />
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
