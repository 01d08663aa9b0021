import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#admin/api/api-error.ts';
import { noEdits } from '#admin/records/edits.ts';
import { showFailure, showSuccess } from '#admin/ui/feedback/show-alert.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { SAVE_FORM_FAILED, SAVE_FORM_SUCCEEDED } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import { type BuilderDraft, type DraftAction, draftedForm } from './builder-draft.ts';
import { savedRowOf } from './field-edits.ts';
import { editProblems } from './field-problems.ts';
import { saveDraft } from './save-draft.ts';

const LIST_DIFFERS = 'Somebody else changed the list at the same time. This is how it is now.';

interface SaveFormOptions {
  readonly saved: readonly FormField[];
  readonly draft: BuilderDraft;
  readonly dispatch: (action: DraftAction) => void;
  readonly calls: FieldMutations;
  readonly onInvalid: (fieldId: string) => void;
}

const isSameList = (a: readonly FormField[], b: readonly FormField[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);

/** Save Form: validates the edits, saves the draft, reloads the form, and shows the outcome. */
export function useSaveForm({ saved, draft, dispatch, calls, onInvalid }: SaveFormOptions) {
  const { fields: shown, changes } = draftedForm(saved, draft);
  const saving = useMutation({
    mutationFn: async () => {
      const rejection = await saveDraft({ calls, dispatch }, saved, draft);
      // The draft is saved, even if the reload fails.
      const now = await calls.reload().catch(() => shown);
      return { rejection, isAsShown: isSameList(now, shown) };
    },
    onSuccess: ({ rejection, isAsShown }) => {
      if (rejection === undefined) {
        showSuccess({ title: SAVE_FORM_SUCCEEDED, text: isAsShown ? undefined : LIST_DIFFERS });
      } else {
        showFailure({ title: SAVE_FORM_FAILED, text: rejection.error.message });
        onInvalid(rejection.fieldId);
      }
    },
    onError: (error) => {
      showFailure({ title: SAVE_FORM_FAILED, text: messageOf(error) });
      // Shows what was saved before the failure. If the reload fails too, the error above is enough.
      calls.reload().catch(() => undefined);
    },
  });

  const save = () => {
    if (saving.isPending || changes === 0) return;
    const invalid = saved
      .map((field) => {
        const { saved: row, edits } = draft.edits[field.id] ?? { saved: savedRowOf(field), edits: noEdits };
        return { row, errors: editProblems(field, edits.local) };
      })
      .filter(({ errors }) => errors.length > 0);
    for (const { row, errors } of invalid) dispatch({ type: 'rejected', row, errors });
    const [first] = invalid;
    if (first === undefined) saving.mutate();
    else onInvalid(first.row.id);
  };

  return { save, isSaving: saving.isPending };
}
