import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useReducer, useState } from 'react';
import { isConflict, isNotFound, messageOf } from '#admin/api/api-error.ts';
import { inParallel } from '#admin/api/in-parallel.ts';
import { useKnownForm } from '#admin/reads/form-queries.ts';
import { useDraftSaver, useSavedDraft } from '#admin/records/drafts.ts';
import { reduceRowEdits, saveRow } from '#admin/records/row-edits.ts';
import { type BoundField, boundField } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { ConfirmDialog } from '#admin/ui/dialogs/dialog.tsx';
import { useDialog } from '#admin/ui/dialogs/use-dialog.tsx';
import { focusInPlace } from '#admin/ui/focus.ts';
import { fullName } from '#admin/ui/format/full-name.ts';
import { BoundInput } from '#admin/ui/inputs/edit-fields.tsx';
import { useSaveShortcut } from '#admin/ui/inputs/use-save-shortcut.ts';
import { SaveFailure, SaveNote, useSaving } from '#admin/ui/states/use-saving.tsx';
import { attendeeCallsOf } from '#contract/attendees/attendee-calls.ts';
import type { AddressMails, Submission } from '#contract/attendees/submission.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import type { AttendeeScope } from '#contract/forms/form-ref.ts';
import { cleanAddress } from '#contract/rules/email.ts';
import type { Answer } from '#contract/rules/sign-up.ts';
import { counted } from '#contract/texts/counts.ts';
import { attendeeListCache } from '../attendee-list-cache.ts';
import { answerText } from '../submission-values.ts';
import { AnswerInput, MistypedAddress } from './answer-input.tsx';
import classes from './attendee-editor.module.css';
import * as attendeeEdits from './attendee-edits.ts';
import { EMAIL, FIRST_NAME, JOB_TITLE, LAST_NAME, MARKETING, MESSAGE, ORGANISATION, type Question } from './questions.ts';

interface AttendeeEditorProps {
  row: attendeeEdits.AttendeeState;
  asked: readonly FormField[];
  scope: AttendeeScope;
  editing: AttendeeEditing;
  /** Called when the editor of a row is left; without it the editor is in a panel, whose answers are always inputs. */
  onDone?: () => void;
}

export function AttendeeEditor({ row, asked, scope, editing, onDone }: AttendeeEditorProps) {
  const [isChecked, setChecked] = useState(false);
  const [mails, setMails] = useState<AddressMails>({ _confirm: true });
  const discarding = useDialog();
  const changes = Object.keys(row.changed).length;
  const isInPlace = onDone === undefined;
  // The buttons disappear with the changes.
  const leave = onDone ?? (() => focusInPlace(form));
  const { form, setForm, ...saving } = useSaving({
    hasChanges: changes > 0,
    check: () => setChecked(true),
    isWrong: Object.keys(row.problems).length > 0 || Object.keys(row.remote).length > 0,
    save: async () => {
      const [failed] = await editing.save({ scope, rows: [row], mails });
      if (failed !== undefined) throw new SaveFailure(failed.reason);
      leave();
    },
  });
  useSaveShortcut(() => {
    if (!isInPlace || changes > 0) saving.submit();
  });
  const discard = () => {
    editing.dispatch({ type: 'dropped', row: row.saved });
    discarding.close();
    leave();
  };
  const errors = isChecked ? row.problems : row.refused;
  const show = (shown: Question) => (
    <EditedAnswer
      key={shown.name}
      placeholder={isInPlace ? '–' : undefined}
      question={shown}
      row={row}
      field={boundField(row, errors, editing.dispatch, shown.name)}
    />
  );
  return (
    <form
      ref={setForm}
      className={classes.editor}
      data-in-place={isInPlace}
      data-unsaved={changes > 0}
      tabIndex={-1}
      aria-label={`Edit ${fullName(row.saved.values)}`}
      noValidate
      onSubmit={saving.submit}
    >
      <SaveNote outcome={saving.outcome} />
      <div className={classes.pairs} data-phone="stacked">
        {[FIRST_NAME, LAST_NAME, JOB_TITLE, ORGANISATION].map(show)}
      </div>
      {show(EMAIL)}
      <AddressMailsChoice row={row} scope={scope} mails={mails} onChange={setMails} />
      {asked.length === 0 ? null : (
        <Text component="h3" mt="sm" data-text="label">
          Answers to this form
        </Text>
      )}
      {asked.map(show)}
      {show(MESSAGE)}
      {show(MARKETING)}
      <p className={classes.hint} data-text="hint">
        Change this only if they asked you to.
      </p>
      <div className={classes.foot} data-edge="top" data-row hidden={isInPlace && changes === 0}>
        <Group component="span" gap={6} flex={1} fz="xs" data-dot={(isInPlace && changes > 0) || undefined} data-text="warn" role="status">
          {changes === 0 ? '' : counted(changes, 'unsaved change')}
        </Group>
        <Button variant="default" size="xs" onClick={() => (changes === 0 ? discard() : discarding.open())}>
          Discard
        </Button>
        <Button variant={isInPlace ? 'filled' : 'default'} size="xs" type="submit" loading={saving.isSaving} disabled={changes === 0}>
          Save
        </Button>
      </div>
      {discarding.show(
        <ConfirmDialog title="Discard unsaved changes?" losses={counted(changes, 'unsaved change')} go="Discard" onGo={discard} />,
      )}
    </form>
  );
}

interface AddressMailsChoiceProps {
  row: attendeeEdits.AttendeeState;
  scope: AttendeeScope;
  mails: AddressMails;
  onChange: (mails: AddressMails) => void;
}

/** The mails that follow a change of the address. The former address may be a stranger's, after a typing error, so nothing is sent there unless staff say so. */
function AddressMailsChoice({ row, scope, mails, onChange }: AddressMailsChoiceProps) {
  const form = useKnownForm(scope);
  const former = row.saved.values.email;
  if (!attendeeEdits.hasAnotherAddress(row)) return null;
  const choice = (name: keyof AddressMails, label: string) => (
    <Checkbox
      size="xs"
      label={label}
      checked={mails[name] === true}
      onChange={(event) => onChange({ ...mails, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <div className={classes.field}>
      <Stack gap={8}>
        {form?.email_template ? choice('_confirm', `Send ${cleanAddress(row.changed.email ?? '')} the confirmation`) : null}
        {scope.kind === 'series' && former !== '' ? choice('_tell_former', `Tell ${former} that their place was passed on`) : null}
      </Stack>
    </div>
  );
}

const LOOK = { size: 'xs', labelProps: { fw: 400 } } as const;

interface EditedAnswerProps {
  placeholder: string | undefined;
  question: Question;
  row: attendeeEdits.AttendeeState;
  field: BoundField<Answer>;
}

function EditedAnswer({ question: shown, row, field, placeholder }: EditedAnswerProps) {
  const isChanged = Object.hasOwn(row.changed, shown.name);
  return (
    <BoundInput
      label={shown.label}
      field={field}
      className={classes.field}
      data-mark={isChanged ? 'changed' : undefined}
      data-type={shown.type}
    >
      <AnswerInput
        field={shown}
        value={field.value}
        error={field.error}
        className={classes.input}
        {...LOOK}
        placeholder={placeholder}
        onChange={field.onChange}
      />
      {shown === EMAIL && isChanged ? <MistypedAddress email={answerText(field.value) ?? ''} onTake={field.onChange} /> : null}
      {isChanged && field.remote === undefined ? (
        <p className={classes.before} data-text="warn" dir="auto">
          {`Was: ${answerText(row.saved.values[shown.name]) ?? 'not answered'}`}
        </p>
      ) : null}
    </BoundInput>
  );
}

export interface FailedAttendee {
  readonly name: string;
  readonly reason: string;
}

const CHANGED_BY_OTHERS = 'this has changed in the meantime';
const DELETED_BY_OTHERS = 'someone else deleted this attendee in the meantime';
const failure = ({ saved: { values } }: attendeeEdits.AttendeeState, reason: string): FailedAttendee => ({
  name: fullName(values),
  reason,
});

function reasonOf(error: unknown): string {
  if (isConflict(error)) return CHANGED_BY_OTHERS;
  return isNotFound(error) ? DELETED_BY_OTHERS : messageOf(error);
}

interface SaveRequest {
  /** The event in whose list the rows are, or their form. */
  readonly scope: AttendeeScope;
  readonly rows: readonly attendeeEdits.AttendeeState[];
  readonly mails?: AddressMails;
}

export type AttendeeEditing = ReturnType<typeof useAttendeeEdits>;
export type KeptEdits = readonly [edits: attendeeEdits.AttendeeEdits, dispatch: (action: attendeeEdits.AttendeeAction) => void];

/** The edits of attendees on this page, under the name of their draft. */
export function useKeptEdits(draftName: string): KeptEdits {
  const draft = useSavedDraft(draftName, attendeeEdits.attendeeEditsSchema);
  const [edits, dispatch] = useReducer<attendeeEdits.AttendeeEdits, [attendeeEdits.AttendeeAction]>(reduceRowEdits, draft ?? {});
  useDraftSaver(draftName, () => (Object.keys(edits).length > 0 ? edits : undefined));
  return [edits, dispatch];
}

/** The unsaved edits of attendees of a form with these fields, including those that no list shows now, and how to save them. */
export function useAttendeeEdits(fields: readonly FormField[], [edits, dispatch]: KeptEdits) {
  const rows = attendeeEdits.changedRows(edits, fields);

  const toRow = (submission: Submission) => attendeeEdits.savedAttendee(submission, fields);

  const save = async ({ scope, rows: sent, mails }: SaveRequest): Promise<FailedAttendee[]> => {
    const cache = attendeeListCache(scope);
    const saveAttendee = async (row: attendeeEdits.AttendeeState) => {
      const { id } = row.saved;
      return saveRow(row, {
        send: async (body, { ifMatch }) =>
          cache.replace(
            await call(attendeeCallsOf[scope.kind].edit, { params: { ...scope, submissionId: id }, body: { ...body, ...mails }, ifMatch }),
          ),
        toRow,
        readAgain: async () => cache.readAgain(id).then((now) => now && toRow(now)),
        dispatch,
      });
    };
    const failed: FailedAttendee[] = [];
    await inParallel(sent, async (row) => {
      await saveAttendee(row).catch((error: unknown) => failed.push(failure(row, reasonOf(error))));
    });
    if (failed.length < sent.length) await cache.invalidate();
    return failed;
  };

  return {
    edits,
    dispatch,
    rows,
    rowOf: (submission: Submission) => attendeeEdits.attendeeState(toRow(submission), edits[submission.id], fields),
    wrong: rows.filter(attendeeEdits.needsAttention).map((row) => failure(row, Object.values(row.problems)[0] ?? CHANGED_BY_OTHERS)),
    /** Sends one call per edited attendee. Resolves to those that were not saved. */
    save,
    discard: () => {
      for (const id of Object.keys(edits)) dispatch({ type: 'dropped', row: { id } });
    },
  };
}
