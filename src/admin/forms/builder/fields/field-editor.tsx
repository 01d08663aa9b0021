import { Box, Button, Group } from '@mantine/core';
import { type SubmitEvent, useLayoutEffect, useRef } from 'react';
import { byPath } from '#admin/records/problems.ts';
import { useMay } from '#admin/ui/actions/use-actions.tsx';
import { IconArrowBackUp } from '#admin/ui/layout/icons.tsx';
import { fieldCallsOf } from '#contract/forms/form-calls.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { takesAnswer } from '#contract/rules/field-types.ts';
import classes from '#admin/ui/table/sortable-row.module.css';
import type { BuiltForm } from '../builder-texts.ts';
import type { FieldValues } from '../draft/field-edits.ts';
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
  const may = useMay();
  const edit = builder.edits[field.id];
  const inputs = {
    form,
    type: field.type,
    field: builder.bind(field, !may(fieldCallsOf[form.kind].edit)),
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
      <LabelInput {...inputs} />
      {takesAnswer(field) ? <HelpTextInput {...inputs} /> : null}
      <FieldSettings {...inputs} />
      <Group gap={8} justify="flex-end">
        {takesAnswer(field) ? (
          <Box component="p" me="auto" data-text="hint" data-breaks>
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
