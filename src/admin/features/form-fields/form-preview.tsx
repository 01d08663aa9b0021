import { useComputedColorScheme } from '@mantine/core';
import styleSheet from '#signup/form.css?url';
import { PreviewForm } from '#signup/preview-form.tsx';
import type { FormView } from '#signup/view.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewWaiting } from './preview-waiting.tsx';

/** The public form itself, its own tree in its own look: what staff see is what visitors see (ux, "Builder"). */
export function FormPreview({ view }: { readonly view: FormView }) {
  const scheme = useComputedColorScheme('light');
  return (
    <PreviewFrame title="Preview of the form" styleSheet={styleSheet} scheme={scheme} waiting={<PreviewWaiting />}>
      <PreviewForm view={view} />
    </PreviewFrame>
  );
}
