import { Group, SegmentedControl, type SegmentedControlProps } from '@mantine/core';
import { useId, useState } from 'react';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import type { FormRef } from '#contract/forms/form-ref.ts';
import { type EmbeddedForm, type EmbedTheme, iframeCode, popupCode, scriptCode } from '#contract/rules/embed-code.ts';
import { EMBED_ABOUT } from '#contract/texts/staff.ts';
import { SeenOnSites } from './seen-on-sites.tsx';

type EmbedKind = 'frame' | 'script' | 'popup';

const CODE_OF: Readonly<Record<EmbedKind, (form: EmbeddedForm) => string>> = { frame: iframeCode, script: scriptCode, popup: popupCode };

const KIND_CHOICES = [
  { value: 'frame', label: 'Frame' },
  { value: 'script', label: 'Script' },
  { value: 'popup', label: 'Popup' },
] satisfies { value: EmbedKind; label: string }[];

const THEME_CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'either', label: 'Follows the visitor' },
] satisfies { value: EmbedTheme; label: string }[];

function Choice<Value extends string>({ label, ...choice }: SegmentedControlProps<Value> & { label: string }) {
  const labelId = useId();
  return (
    <Group gap="4px 8px" mb={12} variant="small">
      <span id={labelId}>{label}</span>
      <SegmentedControl aria-labelledby={labelId} {...choice} />
    </Group>
  );
}

/** The code with which other websites embed a form, with a Copy button. */
export function EmbedDialog({ form }: { form: FormRef & { title: string; path: string } }) {
  const [kind, setKind] = useState<EmbedKind>('frame');
  const [theme, setTheme] = useState<EmbedTheme>('light');
  return (
    <CodeDialog
      title={`Embed ‘${form.title}’`}
      choice={<Choice label="As a" data={KIND_CHOICES} value={kind} onChange={setKind} />}
      about={EMBED_ABOUT[kind]}
      code={CODE_OF[kind]({ ...form, theme, server: window.location.origin })}
      below={<SeenOnSites form={form} />}
    >
      <Choice label="Page background" data={THEME_CHOICES} value={theme} onChange={setTheme} />
    </CodeDialog>
  );
}
