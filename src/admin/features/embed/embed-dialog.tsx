import { SegmentedControl } from '@mantine/core';
import { useId, useState } from 'react';
import { CodeDialog } from '#admin/ui/dialogs/code-dialog.tsx';
import { type EmbeddedForm, type EmbedTheme, iframeCode, popupCode, scriptCode } from '#contract/rules/embed-code.ts';
import classes from './embed-dialog.module.css';

type EmbedKind = 'frame' | 'script' | 'popup';

const KINDS: Readonly<Record<EmbedKind, { label: string; about: string; codeOf: (form: EmbeddedForm) => string }>> = {
  frame: {
    label: 'Frame',
    about: 'Paste this where the form should stand. It takes the width of its place.',
    codeOf: iframeCode,
  },
  script: {
    label: 'Script',
    about:
      'Paste this where the form should stand. It is as high as the form, and takes along what the address of its page says, such as a campaign.',
    codeOf: scriptCode,
  },
  popup: {
    label: 'Popup',
    about: 'Paste this where the link should stand. It opens the form over the page, and takes along what the address of its page says.',
    codeOf: popupCode,
  },
};

const KIND_CHOICES = [
  { value: 'frame', label: KINDS.frame.label },
  { value: 'script', label: KINDS.script.label },
  { value: 'popup', label: KINDS.popup.label },
] satisfies { value: EmbedKind; label: string }[];

const THEME_CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'either', label: 'Either' },
] satisfies { value: EmbedTheme; label: string }[];

interface ChoiceProps<Value extends string> {
  label: string;
  choices: { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, choices, value, onChange }: ChoiceProps<Value>) {
  const labelId = useId();
  return (
    <div className={classes.choice}>
      <span id={labelId}>{label}</span>
      <SegmentedControl aria-labelledby={labelId} data={choices} value={value} onChange={onChange} />
    </div>
  );
}

interface EmbedDialogProps {
  opened: boolean;
  /** The title of the form, and the path of its public page. */
  form: { title: string; path: string };
  onClose: () => void;
}

/** The code with which other websites embed a form, with a Copy button. */
export function EmbedDialog({ opened, form, onClose }: EmbedDialogProps) {
  const [kind, setKind] = useState<EmbedKind>('frame');
  const [theme, setTheme] = useState<EmbedTheme>('light');
  return (
    <CodeDialog
      opened={opened}
      title={`Embed ‘${form.title}’`}
      choice={<Choice label="As a" choices={KIND_CHOICES} value={kind} onChange={setKind} />}
      about={KINDS[kind].about}
      code={KINDS[kind].codeOf({ ...form, theme, server: window.location.origin })}
      onClose={onClose}
    >
      <Choice label="The page around it is" choices={THEME_CHOICES} value={theme} onChange={setTheme} />
    </CodeDialog>
  );
}
