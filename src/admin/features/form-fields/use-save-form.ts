import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { showFailure, showSuccess } from '#admin/ui/show-alert.tsx';
import type { FormField } from '#contract/form-field.ts';
import { SAVE_FORM_FAILED, SAVE_FORM_SUCCEEDED } from '#contract/texts/builder.ts';
import { type BuilderDraft, type DraftAction, draftedForm } from './builder-draft.ts';
import type { FieldCalls } from './field-calls.ts';
import { isChanged } from './field-edits.ts';
import { editProblems } from './field-problems.ts';
import { saveDraft } from './save-form.ts';

const LIST_DIFFERS = 'Somebody else changed the list at the same time. This is how it is now.';

interface SaveFormOptions {
  readonly saved: readonly FormField[];
  readonly draft: BuilderDraft;
  readonly dispatch: (action: DraftAction) => void;
  readonly calls: FieldCalls;
  readonly onSaved: () => void;
  /** Called with the first field that something is wrong with. */
  readonly onRefused: (fieldId: string) => void;
}

/** Edits that the spec's rules refuse, by field. */
function wrongEdits(saved: readonly FormField[], { edits }: BuilderDraft) {
  return saved.flatMap((field) => {
    const edit = edits[field.id];
    const errors = edit === undefined || !isChanged(field, edit) ? [] : editProblems(field, edit.values);
    return errors.length === 0 ? [] : [{ fieldId: field.id, errors }];
  });
}

const isSameList = (a: readonly FormField[], b: readonly FormField[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);

/** Save Form: checks the edits, saves the draft part by part, reads the form anew, and tells what came of it (spec section 8). */
export function useSaveForm({ saved, draft, dispatch, calls, onSaved, onRefused }: SaveFormOptions) {
  const saving = useMutation({
    mutationFn: async () => {
      const seen = draftedForm(saved, draft).fields;
      const refusal = await saveDraft({ calls, dispatch }, saved, draft);
      // What is saved is saved: that it could not be read anew is no failed save.
      const now = await calls.reload().catch(() => seen);
      return { refusal, isAsSeen: isSameList(now, seen) };
    },
    onSuccess: ({ refusal, isAsSeen }) => {
      if (refusal === undefined) {
        onSaved();
        showSuccess({ title: SAVE_FORM_SUCCEEDED, text: isAsSeen ? undefined : LIST_DIFFERS });
      } else {
        showFailure({ title: SAVE_FORM_FAILED, text: refusal.error.message });
        onRefused(refusal.fieldId);
      }
    },
    onError: (error) => {
      showFailure({ title: SAVE_FORM_FAILED, text: messageOf(error) });
      // The list is to show what was saved before it failed; that this read fails too is no further news.
      calls.reload().catch(() => undefined);
    },
  });

  const save = () => {
    if (saving.isPending || draftedForm(saved, draft).changes === 0) return;
    const wrong = wrongEdits(saved, draft);
    for (const { fieldId, errors } of wrong) dispatch({ type: 'edit refused', fieldId, errors });
    const [first] = wrong;
    if (first === undefined) saving.mutate();
    else onRefused(first.fieldId);
  };

  return { save, isSaving: saving.isPending };
}
