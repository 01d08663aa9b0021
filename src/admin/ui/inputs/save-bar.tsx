import { Box, Button, Group, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { Ask } from '../dialogs/dialog.tsx';
import { UnsavedChanges } from '../dialogs/unsaved-changes.tsx';
import { useDialog } from '../dialogs/use-dialog.tsx';
import { BottomBar } from '../layout/bottom-bar.tsx';
import { IconDeviceFloppy } from '../layout/icons.tsx';
import { useSaveShortcut } from './use-save-shortcut.ts';

interface SaveBarProps {
  /** What is unsaved, such as "2 unsaved changes"; undefined when nothing is. */
  unsaved: ReactNode;
  details?: string;
  /** Who else edits the same. */
  alsoHere: string | undefined;
  idleText?: string;
  /** Beside what is unsaved, such as Undo. */
  tools?: ReactNode;
  isSaving: boolean;
  saveLabel?: string;
  savingLabel?: string;
  onSave: () => void;
  onDiscard: () => void;
  /** The question before Discard, if it says itself what is lost. */
  discardTitle?: string;
  /** Whether Discard is left out, not off, while nothing is unsaved. */
  hidesDiscard?: boolean;
  /** Whether leaving the page loses something, when that is not only what is `unsaved`. */
  hasUnsaved?: () => boolean;
}

/** The bar of an edit page: what is unsaved, Discard and Save (also Cmd/Ctrl+S). Leaving with unsaved edits asks first. */
export function SaveBar(props: SaveBarProps) {
  const { unsaved, isSaving, discardTitle, hidesDiscard = false, onSave, onDiscard } = props;
  const discarding = useDialog();
  const isIdle = unsaved === undefined;
  const { hasUnsaved = () => !isIdle } = props;
  const isOff = isIdle || isSaving;
  const save = () => {
    if (!isOff) onSave();
  };
  useSaveShortcut(save);
  const handleDiscard = () => {
    discarding.close();
    onDiscard();
  };
  return (
    <>
      <BottomBar about={<About {...props} />} tools={props.tools}>
        {isIdle && hidesDiscard ? null : (
          <Button variant="default" disabled={isOff} onClick={discarding.open}>
            Discard
          </Button>
        )}
        <SaveButton {...props} isOff={isOff} onSave={save} />
      </BottomBar>
      {discarding.show(
        <Ask
          title={discardTitle ?? 'Discard what is not saved?'}
          losses={discardTitle === undefined ? unsaved : undefined}
          go="Discard"
          onGo={handleDiscard}
        />,
      )}
      <UnsavedChanges hasUnsaved={hasUnsaved} />
    </>
  );
}

/** Not off by the `disabled` attribute, with which the focus would be lost. */
const SaveButton = ({ isOff, isSaving, saveLabel = 'Save', savingLabel = saveLabel, onSave }: SaveBarProps & { isOff: boolean }) => (
  <Button
    leftSection={isSaving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy />}
    aria-disabled={isOff ? true : undefined}
    data-disabled={isOff ? true : undefined}
    onClick={onSave}
  >
    {isSaving ? savingLabel : saveLabel}
  </Button>
);

const About = ({ unsaved, details, alsoHere, idleText = 'All changes saved' }: SaveBarProps) => (
  <>
    <Box component="span" display="block" variant="main" role="status" dir="auto">
      {alsoHere}
    </Box>
    {unsaved === undefined ? (
      idleText
    ) : (
      <Group component="span" display="inline-flex" gap={6} wrap="nowrap" variant="warn" data-dot>
        {unsaved}
      </Group>
    )}
    {unsaved === undefined || details === undefined ? null : (
      <Box component="span" ml={16} variant="quiet" data-phone="hidden">
        {details}
      </Box>
    )}
  </>
);
