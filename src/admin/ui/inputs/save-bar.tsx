import { Button, Loader } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { UnsavedChanges } from '../dialogs/unsaved-changes.tsx';
import { BottomBar } from '../layout/bottom-bar.tsx';
import { IconDeviceFloppy } from '../layout/icons.tsx';
import classes from './save-bar.module.css';
import { useSaveShortcut } from './use-save-shortcut.ts';

interface SaveBarProps {
  /** What is unsaved, such as "2 unsaved changes"; undefined when nothing is. */
  unsaved: string | undefined;
  isSaving: boolean;
  /** Labels of the button, idle and while it saves. */
  saveLabel?: string;
  savingLabel?: string;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * The bar of an edit page: what is unsaved, Discard and Save. Save is off until something changes and while a save runs. Cmd/Ctrl+S saves
 * too, and leaving with unsaved edits asks first.
 */
export function SaveBar({ unsaved, isSaving, saveLabel = 'Save', savingLabel = saveLabel, onSave, onDiscard }: SaveBarProps) {
  const [isDiscarding, setDiscarding] = useState(false);
  const isOff = unsaved === undefined || isSaving;
  const save = () => {
    if (!isOff) onSave();
  };
  useSaveShortcut(save);
  const handleDiscard = () => {
    setDiscarding(false);
    onDiscard();
  };
  return (
    <>
      <BottomBar about={<About unsaved={unsaved} />}>
        <Button variant="default" disabled={isOff} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
        {/* Not the `disabled` attribute, with which the focus would be lost. */}
        <Button
          leftSection={isSaving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy />}
          aria-disabled={isOff ? true : undefined}
          data-disabled={isOff ? true : undefined}
          onClick={save}
        >
          {isSaving ? savingLabel : saveLabel}
        </Button>
      </BottomBar>
      <ConfirmDialog
        opened={isDiscarding}
        title="Discard what is not saved?"
        loss={unsaved}
        confirmLabel="Discard"
        isPending={false}
        onConfirm={handleDiscard}
        onClose={() => setDiscarding(false)}
      />
      <UnsavedChanges hasUnsaved={() => unsaved !== undefined} />
    </>
  );
}

function About({ unsaved }: { unsaved: ReactNode }) {
  return unsaved === undefined ? 'All changes saved' : <span className={classes.unsaved}>{unsaved}</span>;
}
