import { Button, Loader } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BottomBar } from './bottom-bar.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import classes from './save-bar.module.css';
import { UnsavedChanges } from './unsaved-changes.tsx';
import { useSaveShortcut } from './use-save-shortcut.ts';

interface SaveBarProps {
  /** What is unsaved, such as "2 unsaved changes"; undefined when nothing is. */
  unsaved: string | undefined;
  isSaving: boolean;
  /** The words of the button, and those while it saves. */
  saveLabel?: string;
  savingLabel?: string;
  onSave: () => void;
  onDiscard: () => void;
}

/**
 * The bar of an edit page: what is unsaved, Discard and Save. Save is off until something changed and while a save runs (spec
 * section 4); Cmd/Ctrl+S saves too, and leaving with unsaved edits asks first.
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
        {/* Not disabled by the attribute: whoever saves by keyboard would lose their place. */}
        <Button
          leftSection={isSaving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy size={16} stroke={1.75} />}
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
