import { Button, Modal, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type EmbeddedForm, type EmbedTheme, iframeCode, popupCode, scriptCode } from '#contract/rules/embed-code.ts';
import classes from './embed-dialog.module.css';
import { useCopyCode } from './use-copy-code.ts';

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
  /** The series or marketing form, and the path of its public page. */
  form: { title: string; path: string };
  onClose: () => void;
}

/** The code by which other pages embed a form, of a series or a marketing form, with a Copy button (decision 29). */
export function EmbedDialog({ opened, form, onClose }: EmbedDialogProps) {
  const [kind, setKind] = useState<EmbedKind>('frame');
  const [theme, setTheme] = useState<EmbedTheme>('light');
  const { isCopied, copy } = useCopyCode();
  const code = KINDS[kind].codeOf({ ...form, theme, server: window.location.origin });
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={`Embed ‘${form.title}’`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Choice label="As a" choices={KIND_CHOICES} value={kind} onChange={setKind} />
      <p className={classes.about}>{KINDS[kind].about}</p>
      <Choice label="The page around it is" choices={THEME_CHOICES} value={theme} onChange={setTheme} />
      <pre className={classes.code} dir="ltr">
        <code>{code}</code>
      </pre>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          data-autofocus
          leftSection={isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
          onClick={() => void copy(code)}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </Modal>
  );
}
