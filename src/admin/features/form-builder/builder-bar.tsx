import { Button, Loader } from '@mantine/core';
import { BottomBar } from '#admin/ui/layout/bottom-bar.tsx';
import { IconDeviceFloppy } from '#admin/ui/layout/icons.tsx';
import { SAVE_FORM } from '#contract/texts/builder.ts';
import classes from './builder.module.css';
import type { DraftedForm } from './draft/builder-draft.ts';

interface BuilderBarProps {
  readonly form: DraftedForm;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** `1 edited, 2 moved` */
const describeChanges = ({ editedIds, movedIds }: DraftedForm): string =>
  [...(editedIds.size > 0 ? [`${editedIds.size} edited`] : []), ...(movedIds.size > 0 ? [`${movedIds.size} moved`] : [])].join(', ');

/** The bar with Save Form and the number of unsaved changes. */
export function BuilderBar({ form, isSaving, onSave, onDiscard }: BuilderBarProps) {
  const { changes } = form;
  const isDisabled = changes === 0 || isSaving;
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
        <span className={classes.which}>{describeChanges(form)}</span>
      </>
    );
  return (
    <BottomBar about={about}>
      {changes === 0 ? null : (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      {/* Not the disabled attribute, which would take the focus away from keyboard users. */}
      <Button
        leftSection={isSaving ? <Loader size={16} color="currentColor" /> : <IconDeviceFloppy />}
        aria-disabled={isDisabled ? true : undefined}
        data-disabled={isDisabled ? true : undefined}
        onClick={isDisabled ? undefined : onSave}
      >
        {changes === 0 ? SAVE_FORM : `${SAVE_FORM} (${changes})`}
      </Button>
    </BottomBar>
  );
}
