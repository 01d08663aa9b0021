import { ApiError } from '#admin/api/api-error.ts';
import { type FormField, fieldEditSchema } from '#contract/form-field.ts';
import type { BuilderDraft, DraftAction } from './builder-draft.ts';
import type { FieldCalls } from './field-calls.ts';
import { changedParts, type FieldValues, isChanged, type UnsavedEdit } from './field-edits.ts';
import { type MoveStep, replayMoves } from './recorded-moves.ts';

const CONFLICT = 409;

interface SaveDeps {
  readonly calls: Pick<FieldCalls, 'edit' | 'reload'>;
  /** Told of each part as soon as it is saved or refused, so that a save that stops half-way repeats nothing. */
  readonly dispatch: (action: DraftAction) => void;
}

const theirsIn = (error: ApiError): Partial<FieldValues> => fieldEditSchema.omit({ order: true }).safeParse(error.current).data ?? {};

/** Whether a failure is about this one field: then it stays with it, and stops nothing else. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === CONFLICT || error.errors.length > 0);

async function noteRefusal({ calls, dispatch }: SaveDeps, fieldId: string, error: ApiError): Promise<void> {
  if (error.status !== CONFLICT) {
    dispatch({ type: 'edit refused', fieldId, errors: error.errors });
    return;
  }
  const now = (await calls.reload()).find(({ id }) => id === fieldId);
  if (now !== undefined) dispatch({ type: 'edit overtaken', fieldId, theirs: theirsIn(error), version: now.version });
}

/** A field whose edit was refused, and why. */
export interface Refusal {
  readonly fieldId: string;
  readonly error: ApiError;
}

async function saveEdit(deps: SaveDeps, field: FormField, edit: UnsavedEdit): Promise<FormField | ApiError> {
  try {
    const saved = await deps.calls.edit(field.id, changedParts(field, edit.values), edit.version);
    deps.dispatch({ type: 'edit saved', field: saved });
    return saved;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await noteRefusal(deps, field.id, error);
    return error;
  }
}

/** Versions by field: as they were read, then as our own edits made them. */
type Versions = Map<string, number>;

async function saveEdits(deps: SaveDeps, saved: readonly FormField[], draft: BuilderDraft, versions: Versions): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const field of saved) {
    const edit = draft.edits[field.id];
    if (edit === undefined || !isChanged(field, edit)) continue;
    const answer = await saveEdit(deps, field, edit);
    if (answer instanceof ApiError) refusals.push({ fieldId: field.id, error: answer });
    else versions.set(field.id, answer.version);
  }
  return refusals;
}

async function saveMoves({ calls, dispatch }: SaveDeps, steps: readonly MoveStep[], versions: Versions): Promise<void> {
  for (const step of steps) {
    for (const { fieldId, order } of step.calls) {
      const { version } = await calls.edit(fieldId, { order }, versions.get(fieldId) ?? 0);
      versions.set(fieldId, version);
    }
    dispatch({ type: 'move saved', move: step.move });
  }
}

/**
 * Saves a draft: one partial edit for each edited field, then the moves in the order they were made (decision 6), so that a
 * move meets the versions that the edits made. What one field is refused for stays with that field.
 * @returns the first refusal, if any: the rest is saved
 * @throws what stopped the save; the parts before it are saved
 */
export async function saveDraft(deps: SaveDeps, saved: readonly FormField[], draft: BuilderDraft): Promise<Refusal | undefined> {
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  const ids = saved.map(({ id }) => id);
  const [first] = await saveEdits(deps, saved, draft, versions);
  await saveMoves(deps, replayMoves(ids, draft.moves).steps, versions);
  return first;
}
