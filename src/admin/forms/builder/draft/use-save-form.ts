import { useMutation } from '@tanstack/react-query';
import { ApiError, isConflict, isNotFound, messageOf } from '#admin/api/api-error.ts';
import { noEdits, saveRow } from '#admin/records/row-edits.ts';
import { showError, showFailure, showSuccess } from '#admin/ui/states/show-alert.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { SAVE_FORM_FAILED, SAVE_FORM_SUCCEEDED } from '#contract/texts/builder.ts';
import { quoted } from '#contract/texts/words/form.ts';
import type { FieldMutations } from '../field-mutations.ts';
import * as drafts from './builder-draft.ts';

const LIST_DIFFERS = 'Someone else changed the list at the same time. This is the current version.';

/** Which changed fields someone else has deleted, and whether other changes are left to save; undefined if there are none. */
function deletedInWords(saved: readonly FormField[], now: readonly FormField[], draft: drafts.BuilderDraft): string | undefined {
  const { editedIds, movedIds } = drafts.draftedForm(saved, draft);
  const gone = saved.filter(({ id }) => (editedIds.has(id) || movedIds.has(id)) && now.every((field) => field.id !== id));
  if (gone.length === 0) return undefined;
  const rest = drafts.draftedForm(now, draft).changes > 0 ? ' Save again to keep your other changes.' : '';
  return `Someone else deleted ${quoted(gone.map(({ label }) => label))}.${rest}`;
}

export interface SaveFormOptions {
  readonly saved: readonly FormField[];
  readonly draft: drafts.BuilderDraft;
  readonly dispatch: (action: drafts.DraftAction) => void;
  readonly calls: FieldMutations;
  readonly onInvalid: (fieldId: string) => void;
}

const isSameList = (a: readonly FormField[], b: readonly FormField[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);

/** Save Form: validates the edits, none of which may have a conflict, saves the draft, reloads the form and shows the outcome. */
export function useSaveForm({ saved, draft, dispatch, calls, onInvalid }: SaveFormOptions) {
  const { fields: shown, changes } = drafts.draftedForm(saved, draft);
  const saving = useMutation({
    mutationFn: async () => {
      const rejection = await saveDraft({ calls, dispatch }, saved, draft);
      // The draft is saved, even if the reload fails.
      return { rejection, isAsShown: isSameList(await calls.reload().catch(() => shown), shown) };
    },
    onSuccess: ({ rejection, isAsShown }) => {
      if (rejection === undefined) {
        showSuccess({ title: SAVE_FORM_SUCCEEDED, text: isAsShown ? undefined : LIST_DIFFERS });
      } else {
        showFailure({ title: SAVE_FORM_FAILED, text: rejection.error.message });
        onInvalid(rejection.fieldId);
      }
    },
    onError: async (error) => {
      if (!isNotFound(error)) showError(SAVE_FORM_FAILED, error);
      // Shows what was saved before the failure. If the reload fails too, the error is enough.
      const now = await calls.reload().catch(() => saved);
      if (isNotFound(error)) showFailure({ title: SAVE_FORM_FAILED, text: deletedInWords(saved, now, draft) ?? messageOf(error) });
    },
  });

  const submit = () => {
    if (saving.isPending || changes === 0) return;
    const invalid = saved
      .map((field) => {
        const { saved: row, edits } = draft.edits[field.id] ?? { saved: drafts.savedRowOf(field), edits: noEdits };
        return { row, errors: drafts.editProblems(field, edits.local) };
      })
      .filter(({ row, errors }) => errors.length > 0 || Object.keys(drafts.remoteFieldValues(draft.edits[row.id])).length > 0);
    for (const { row, errors } of invalid) dispatch({ type: 'rejected', row, errors });
    const [first] = invalid;
    if (first === undefined) saving.mutate();
    else onInvalid(first.row.id);
  };

  return { submit, isSaving: saving.isPending };
}

interface SaveDeps {
  readonly calls: Pick<FieldMutations, 'edit' | 'reload'>;
  /** Called for each edit and move as soon as it is saved or rejected, so that a retry after a failure repeats nothing. */
  readonly dispatch: (action: drafts.DraftAction) => void;
}

/** Whether an error only concerns one field, so that the rest of the save can continue. */
const isFieldError = (error: unknown): error is ApiError => isConflict(error) || (error instanceof ApiError && error.errors.length > 0);

interface Rejection {
  readonly fieldId: string;
  readonly error: ApiError;
}

/**
 * Saves a draft: one partial edit per edited field, then the moves in the order they were made (D6), with the versions that the
 * edits made. A rejected edit does not stop the others.
 * @returns the first rejection, if any
 * @throws the error that stopped the save; everything before it is saved
 */
async function saveDraft(
  { calls, dispatch }: SaveDeps,
  saved: readonly FormField[],
  draft: drafts.BuilderDraft,
): Promise<Rejection | undefined> {
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  let first: Rejection | undefined;
  for (const field of saved) {
    const edit = draft.edits[field.id];
    const changed = drafts.changedFieldValues(field, edit);
    if (edit === undefined || Object.keys(changed).length === 0) continue;
    try {
      const { version } = await saveRow(
        { saved: edit.saved, changed },
        {
          send: (parts, { ifMatch }) => calls.edit(field.id, parts, ifMatch),
          toRow: drafts.savedRowOf,
          readAgain: async () => (await calls.reload()).map(drafts.savedRowOf).find(({ id }) => id === field.id),
          dispatch,
        },
      );
      versions.set(field.id, version);
    } catch (error) {
      if (!isFieldError(error)) throw error;
      first ??= { fieldId: field.id, error };
    }
  }
  const ids = saved.map(({ id }) => id);
  const move = async ({ fieldId, order }: drafts.OrderCall) => {
    const { version } = await calls.edit(fieldId, { order }, versions.get(fieldId) ?? 0);
    versions.set(fieldId, version);
  };
  for (const step of drafts.replayMoves(ids, draft.moves).steps) {
    const [dragged, landedOn] = step.calls;
    await move(dragged);
    // The field has been dragged, even if someone else deleted the one that it landed on.
    await move(landedOn).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    dispatch({ type: 'move saved', move: step.move });
  }
  return first;
}
