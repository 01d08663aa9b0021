import { useComputedColorScheme } from '@mantine/core';
import { PreviewForm } from '#signup/preview-form.tsx';
import type { FormView } from '#signup/view.ts';
import styleSheet from '#signup/form.css?url';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewWaiting } from './preview-waiting.tsx';

/** The real public form with its own styles, so that staff see what visitors see. */
export function FormPreview({ view }: { readonly view: FormView }) {
  const scheme = useComputedColorScheme('light');
  return (
    <PreviewFrame title="Preview of the form" styleSheet={styleSheet} scheme={scheme} waiting={<PreviewWaiting />}>
      <PreviewForm view={view} />
    </PreviewFrame>
  );
}
