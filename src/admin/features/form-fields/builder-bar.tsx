import { Button, Loader } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { BottomBar } from '#admin/ui/bottom-bar.tsx';
import { SAVE_FORM } from '#contract/texts/builder.ts';
import classes from './builder.module.css';
import type { DraftedForm } from './builder-draft.ts';

interface BuilderBarProps {
  readonly form: DraftedForm;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** `1 edited, 2 moved` */
const inWords = ({ editedIds, movedIds }: DraftedForm): string =>
  [...(editedIds.size > 0 ? [`${editedIds.size} edited`] : []), ...(movedIds.size > 0 ? [`${movedIds.size} moved`] : [])].join(', ');

/** The bar with Save Form: how much is unsaved, and what of it. */
export function BuilderBar({ form, isSaving, onSave, onDiscard }: BuilderBarProps) {
  const { changes } = form;
  const isOff = changes === 0 || isSaving;
  const about =
    changes === 0 ? (
      'No unsaved changes'
    ) : (
      <>
        <span className={classes.unsaved}>
          <span>
            {changes} unsaved<span className={classes.unsavedNoun}> {changes === 1 ? 'change' : 'changes'}</span>
          </span>
        </span>
        <span className={classes.which}>{inWords(form)}</span>
      </>
    );
  return (
    <BottomBar about={about}>
      {changes === 0 ? null : (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      {/* Not disabled by the attribute: whoever saves by keyboard would lose their place. */}
      <Button
        leftSection={isSaving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy size={16} stroke={1.75} />}
        aria-disabled={isOff ? true : undefined}
        data-disabled={isOff ? true : undefined}
        onClick={isOff ? undefined : onSave}
      >
        {changes === 0 ? SAVE_FORM : `${SAVE_FORM} (${changes})`}
      </Button>
    </BottomBar>
  );
}
