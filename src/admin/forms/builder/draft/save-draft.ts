import { ApiError, isConflict } from '#admin/api/api-error.ts';
import { saveRow } from '#admin/records/row-edits.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { FieldMutations } from '../field-mutations.ts';
import type { BuilderDraft, DraftAction } from './builder-draft.ts';
import { changedFieldValues, savedRowOf } from './field-edits.ts';
import { replayMoves } from './recorded-moves.ts';

interface SaveDeps {
  readonly calls: Pick<FieldMutations, 'edit' | 'reload'>;
  /** Called for each edit and move as soon as it is saved or rejected, so that a retry after a failure repeats nothing. */
  readonly dispatch: (action: DraftAction) => void;
}

/** Whether an error concerns one field only, so that the rest of the save can go on. */
const isFieldError = (error: unknown): error is ApiError => isConflict(error) || (error instanceof ApiError && error.errors.length > 0);

export interface Rejection {
  readonly fieldId: string;
  readonly error: ApiError;
}

/**
 * Saves a draft: one partial edit per edited field, then the moves in the order they were made (D6), with the versions that the
 * edits made. A rejected edit does not stop the others.
 * @returns the first rejection, if any
 * @throws the error that stopped the save; everything before it is saved
 */
export async function saveDraft(
  { calls, dispatch }: SaveDeps,
  saved: readonly FormField[],
  draft: BuilderDraft,
): Promise<Rejection | undefined> {
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  let first: Rejection | undefined;
  for (const field of saved) {
    const edit = draft.edits[field.id];
    const changed = changedFieldValues(field, edit);
    if (edit === undefined || Object.keys(changed).length === 0) continue;
    try {
      const { version } = await saveRow(
        { saved: edit.saved, changed },
        {
          send: (parts, { ifMatch }) => calls.edit(field.id, parts, ifMatch),
          toRow: savedRowOf,
          readAgain: async () => (await calls.reload()).map(savedRowOf).find(({ id }) => id === field.id),
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
  for (const step of replayMoves(ids, draft.moves).steps) {
    for (const { fieldId, order } of step.calls) {
      const { version } = await calls.edit(fieldId, { order }, versions.get(fieldId) ?? 0);
      versions.set(fieldId, version);
    }
    dispatch({ type: 'move saved', move: step.move });
  }
  return first;
}
