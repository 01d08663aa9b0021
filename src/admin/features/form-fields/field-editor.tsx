import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SubmitEvent } from 'react';
import type { FormField } from '#contract/form-field.ts';
import type { BrunchEvent, BuilderKind } from './builder-kind.ts';
import { type FieldValues, type UnsavedEdit, valuesOf } from './field-edits.ts';
import { FieldSettings, LabelInput } from './field-inputs.tsx';
import classes from './field-row.module.css';

export interface FieldEditorActions {
  readonly onChange: (field: FormField, values: Partial<FieldValues>) => void;
  readonly onTakeTheirs: (field: FormField) => void;
  readonly onUndo: (field: FormField) => void;
  readonly onDone: (field: FormField) => void;
}

interface FieldEditorProps extends FieldEditorActions {
  readonly kind: BuilderKind;
  /** The field as it is seen, with what is edited. */
  readonly field: FormField;
  readonly events: readonly BrunchEvent[];
  readonly edit: UnsavedEdit | undefined;
}

/** Changes a field in its row. What is typed counts at once, in the preview too, and is saved by Save Form (decision 44). */
export function FieldEditor({ kind, field, events, edit, onChange, onTakeTheirs, onUndo, onDone }: FieldEditorProps) {
  const inputs = {
    kind,
    type: field.type,
    values: valuesOf(field),
    errors: edit?.errors ?? [],
    events,
    onChange: (values: Partial<FieldValues>) => onChange(field, values),
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDone(field);
  };
  return (
    <form className={classes.editor} aria-label={`Edit ${field.label}`} noValidate onSubmit={handleSubmit}>
      <Overtaken events={events} theirs={edit?.conflict ?? {}} onTake={() => onTakeTheirs(field)} />
      <LabelInput {...inputs} />
      <FieldSettings {...inputs} />
      {field.type === 'disclaimer' ? null : (
        <p className={classes.fixed}>
          Type and export key stay: answers are kept under <code>{field.name}</code>.
        </p>
      )}
      <div className={classes.buttons}>
        {edit === undefined ? null : (
          <Button size="xs" variant="default" onClick={() => onUndo(field)}>
            Undo changes
          </Button>
        )}
        <Button size="xs" variant="default" type="submit">
          Done
        </Button>
      </div>
    </form>
  );
}

const yesOrNo = (isSo: boolean): string => (isSo ? 'yes' : 'no');

/** What somebody else has saved, in words. */
function theirWords(theirs: Partial<FieldValues>, events: readonly BrunchEvent[]): string[] {
  const { label, required, options, show_on_slack: slack, brunch_event: isBrunch, brunch_event_id: eventId } = theirs;
  const event = events.find(({ id }) => id === eventId);
  return [
    ...(label === undefined ? [] : [`label “${label}”`]),
    ...(required === undefined ? [] : [required ? 'required' : 'optional']),
    ...(options === undefined ? [] : [`options ${options.join(', ')}`]),
    ...(slack === undefined ? [] : [`on Slack: ${yesOrNo(slack)}`]),
    ...(isBrunch === undefined ? [] : [`brunch menu: ${yesOrNo(isBrunch)}`]),
    ...(eventId === undefined ? [] : [`event ${event === undefined ? 'none' : `“${event.event_title}”`}`]),
  ];
}

interface OvertakenProps {
  readonly events: readonly BrunchEvent[];
  readonly theirs: Partial<FieldValues>;
  readonly onTake: () => void;
}

/** Says what somebody else has saved meanwhile in the same place (decision 16): nothing typed is lost, and the person decides. */
function Overtaken({ events, theirs, onTake }: OvertakenProps) {
  const words = theirWords(theirs, events);
  if (words.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={16} stroke={1.75} />}>
      <div className={classes.theirs}>
        <p>
          Somebody else has saved this meanwhile: <strong>{words.join('; ')}</strong>. Save Form again keeps yours.
        </p>
        <Button size="xs" variant="default" onClick={onTake}>
          Use theirs
        </Button>
      </div>
    </Alert>
  );
}
