import { Box, Button, Group, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '#contract/texts/counts.ts';
import { ConfirmDialog, UnsavedChanges } from '../dialogs/dialog.tsx';
import { useDialog } from '../dialogs/use-dialog.tsx';
import { BottomBar, type BottomBarProps } from '../layout/bottom-bar.tsx';
import { offInPlace } from '../layout/tool-button.tsx';
import { IconDeviceFloppy } from '../layout/tool-icons.tsx';
import { useSaveShortcut } from './use-save-shortcut.ts';

interface SaveBarProps extends Pick<BottomBarProps, 'aboutOn' | 'tools'> {
  record: { readonly isSaving: boolean; readonly submit: () => void; readonly discard: () => void };
  /** What is unsaved, such as "2 unsaved changes"; undefined if nothing is. */
  unsaved: ReactNode;
  alsoHere: string | undefined;
  words?: SaveWords;
  /** Whether Discard is hidden rather than disabled while nothing is unsaved. */
  hidesDiscard?: boolean;
  /** Whether leaving the page loses something, if that is more than what is `unsaved`. */
  hasUnsaved?: () => boolean;
}

/** `1 unsaved change, 2 attendees changed, 1 to fix`, since what has to be fixed may be out of view; undefined if nothing is unsaved, though a refusal may still be shown. */
export function unsavedText(changes: number, wrong: number, others: readonly string[] = []): string | undefined {
  const parts = [...(changes > 0 ? [counted(changes, 'unsaved change')] : []), ...others];
  return parts.length === 0 ? undefined : [...parts, ...(wrong > 0 ? [`${wrong} to fix`] : [])].join(', ');
}

interface SaveWords {
  readonly details?: string;
  readonly save?: string;
  readonly saving?: string;
  /** The question before Discard, if it states what is lost. */
  readonly discard?: string;
}

/** The bar of an edit page: what is unsaved, Discard and Save (also Cmd/Ctrl+S). Leaving with unsaved edits asks first. */
export function SaveBar(props: SaveBarProps) {
  const { record, unsaved, words = {}, hidesDiscard = false } = props;
  const discarding = useDialog();
  const isIdle = unsaved === undefined;
  const { hasUnsaved = () => !isIdle } = props;
  const isOff = isIdle || record.isSaving;
  const save = () => {
    if (!isOff) record.submit();
  };
  useSaveShortcut(save);
  return (
    <>
      <BottomBar about={<About {...props} />} aboutOn={props.aboutOn} tools={props.tools}>
        {isIdle && hidesDiscard ? null : (
          <Button variant="default" disabled={isOff} onClick={discarding.open}>
            Discard
          </Button>
        )}
        <SaveButton words={words} isSaving={record.isSaving} isOff={isOff} onSave={save} />
      </BottomBar>
      {discarding.show(
        <ConfirmDialog
          closes
          title={words.discard ?? 'Discard unsaved changes?'}
          losses={words.discard === undefined ? unsaved : undefined}
          go="Discard"
          onGo={record.discard}
        />,
      )}
      <UnsavedChanges hasUnsaved={hasUnsaved} />
    </>
  );
}

interface SaveButtonProps {
  words: SaveWords;
  isSaving: boolean;
  isOff: boolean;
  onSave: () => void;
}

const SaveButton = ({ words: { save = 'Save', saving = save }, isSaving, isOff, onSave }: SaveButtonProps) => (
  <Button leftSection={isSaving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy />} onClick={onSave} {...offInPlace(isOff)}>
    {isSaving ? saving : save}
  </Button>
);

const About = ({ unsaved, alsoHere, words: { details } = {} }: SaveBarProps) => (
  <>
    <Box component="span" display="block" data-text="main" role="status" dir="auto">
      {alsoHere}
    </Box>
    {unsaved === undefined ? (
      <span>All changes saved</span>
    ) : (
      <Group component="span" display="inline-flex" gap={6} wrap="nowrap" data-text="warn" data-dot>
        {unsaved}
      </Group>
    )}
    {unsaved === undefined || details === undefined ? null : (
      <Box component="span" ml={16} data-text="quiet" data-phone="hidden">
        {details}
      </Box>
    )}
  </>
);
