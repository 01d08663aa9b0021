import { Alert, Box, Button, Group } from '@mantine/core';
import { type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { byPath } from '#admin/records/problems.ts';
import { IconAlertTriangle, IconArrowBackUp } from '#admin/ui/layout/icons.tsx';
import type { FormField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import classes from '#admin/ui/table/sortable-row.module.css';
import type { BrunchEvent, BuiltForm } from '../builder-texts.ts';
import { type FieldValues, remoteFieldValues, valuesOf } from '../draft/field-edits.ts';
import type { Builder } from '../draft/use-builder.ts';
import { FieldSettings, HelpTextInput, LabelInput } from './field-inputs.tsx';

interface FieldEditorProps {
  readonly form: BuiltForm;
  readonly field: FormField;
  readonly builder: Builder;
  readonly onDone: (field: FormField) => void;
}

/** Edits a field in its row. Changes go to the draft immediately, and are saved by Save Form. */
export function FieldEditor({ form, field, builder, onDone }: FieldEditorProps) {
  const edit = builder.edits[field.id];
  const inputs = {
    form,
    type: field.type,
    values: valuesOf(field),
    savedOptions: edit?.saved.values.options,
    errors: byPath(edit?.errors ?? []),
    onChange: (values: Partial<FieldValues>) => builder.edit(field, values),
  };
  const editor = useRef<HTMLFormElement>(null);
  // Before anything else takes the focus, such as an input with an error.
  useLayoutEffect(() => editor.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onDone(field);
  };
  return (
    <form ref={editor} className={classes.editor} aria-label={`Edit ${field.label}`} noValidate onSubmit={handleSubmit}>
      <ConflictAlert events={form.events} remote={remoteFieldValues(edit)} onTake={() => builder.takeRemote(field)} />
      <LabelInput {...inputs} />
      {takesAnswer(field) ? <HelpTextInput {...inputs} /> : null}
      <FieldSettings {...inputs} />
      <Group gap={8} justify="flex-end">
        {takesAnswer(field) ? (
          <Box component="p" me="auto" variant="hint" data-breaks>
            Exports as <code>{field.name}</code>
          </Box>
        ) : null}
        {edit === undefined ? null : (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            fw={400}
            leftSection={<IconArrowBackUp />}
            onClick={() => builder.backToSaved(field)}
          >
            Back to saved
          </Button>
        )}
        <Button size="xs" variant="default" type="submit">
          Done
        </Button>
      </Group>
    </form>
  );
}

const yesOrNo = (isTrue: boolean): string => (isTrue ? 'yes' : 'no');

function describeRemote(remote: Partial<FieldValues>, events: readonly BrunchEvent[]): string[] {
  const { label, required, options, show_on_slack: slack, brunch_event: isBrunch, brunch_event_id: eventId, help_text: helpText } = remote;
  const event = events.find(({ id }) => id === eventId);
  return [
    ...(label === undefined ? [] : [`label “${label}”`]),
    ...(helpText === undefined ? [] : [`help text “${helpText}”`]),
    ...(required === undefined ? [] : [required ? 'required' : 'optional']),
    ...(options === undefined ? [] : [`options ${options.join(', ')}`]),
    ...(slack === undefined ? [] : [`on Slack: ${yesOrNo(slack)}`]),
    ...(isBrunch === undefined ? [] : [`brunch menu: ${yesOrNo(isBrunch)}`]),
    ...(eventId === undefined ? [] : [`event ${event === undefined ? 'none' : `“${event.event_title}”`}`]),
  ];
}

function ConflictAlert({ events, remote, onTake }: { events: readonly BrunchEvent[]; remote: Partial<FieldValues>; onTake: () => void }) {
  const texts = describeRemote(remote, events);
  if (texts.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle />}>
      <Group gap="8px 16px" justify="space-between">
        <p>
          Somebody else saved this in the meantime: <strong>{texts.join('; ')}</strong>. Save Form again keeps yours.
        </p>
        <Button size="xs" variant="default" onClick={onTake}>
          Use theirs
        </Button>
      </Group>
    </Alert>
  );
}
