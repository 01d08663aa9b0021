import { ApiError } from '#admin/api/api-error.ts';
import type { FormField } from '#contract/form-field.ts';
import type { FieldMutations } from '../field-mutations.ts';
import type { BuilderDraft, DraftAction } from './builder-draft.ts';
import { changedParts, type EditedField, isChanged, savedField } from './field-edits.ts';
import { type MoveStep, replayMoves } from './recorded-moves.ts';

const CONFLICT = 409;

interface SaveDeps {
  readonly calls: Pick<FieldMutations, 'edit' | 'reload'>;
  /** Called for each edit and move as soon as it is saved or rejected, so that a retry after a failure repeats nothing. */
  readonly dispatch: (action: DraftAction) => void;
}

/** Whether an error concerns one field only, so that the rest of the save can go on. */
const isFieldError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === CONFLICT || error.errors.length > 0);

async function reportRejection({ calls, dispatch }: SaveDeps, fieldId: string, error: ApiError): Promise<void> {
  if (error.status !== CONFLICT) {
    dispatch({ type: 'rejected', row: { id: fieldId }, errors: error.errors });
    return;
  }
  const now = (await calls.reload()).find(({ id }) => id === fieldId);
  if (now !== undefined) dispatch({ type: 'conflicted', row: savedField(now), names: Object.keys(error.current) });
}

export interface Rejection {
  readonly fieldId: string;
  readonly error: ApiError;
}

async function saveEdit(deps: SaveDeps, field: FormField, edit: EditedField): Promise<FormField | ApiError> {
  try {
    const sent = changedParts(field, edit.edits);
    const saved = await deps.calls.edit(field.id, sent, edit.saved.version);
    deps.dispatch({ type: 'saved', row: savedField(saved), sent });
    return saved;
  } catch (error) {
    if (!isFieldError(error)) throw error;
    await reportRejection(deps, field.id, error);
    return error;
  }
}

/** The latest known version of each field, by id. */
type Versions = Map<string, number>;

async function saveEdits(deps: SaveDeps, saved: readonly FormField[], draft: BuilderDraft, versions: Versions): Promise<Rejection[]> {
  const rejections: Rejection[] = [];
  for (const field of saved) {
    const edit = draft.edits[field.id];
    if (edit === undefined || !isChanged(field, edit)) continue;
    const answer = await saveEdit(deps, field, edit);
    if (answer instanceof ApiError) rejections.push({ fieldId: field.id, error: answer });
    else versions.set(field.id, answer.version);
  }
  return rejections;
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
 * Saves a draft: one partial edit per edited field, then the moves in the order they were made (D6), with the versions that the
 * edits made. A rejected edit does not stop the others.
 * @returns the first rejection, if any
 * @throws the error that stopped the save; everything before it is saved
 */
export async function saveDraft(deps: SaveDeps, saved: readonly FormField[], draft: BuilderDraft): Promise<Rejection | undefined> {
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  const ids = saved.map(({ id }) => id);
  const [first] = await saveEdits(deps, saved, draft, versions);
  await saveMoves(deps, replayMoves(ids, draft.moves).steps, versions);
  return first;
}
