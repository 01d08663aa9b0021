import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { withoutErrors } from '#admin/forms/row-edits.ts';
import { useDraftSaver, useSavedDraft } from '#admin/forms/use-draft.ts';
import { showFailure } from '#admin/ui/feedback/show-alert.tsx';
import { fieldTypeSchema, type FormField, type NewField } from '#contract/form-field.ts';
import type { FieldError } from '#contract/rules/field-error.ts';
import type { FieldType } from '#contract/rules/public-fields.ts';
import { isBlank } from '#contract/rules/text.ts';
import { ADD_FIELD_FAILED } from '#contract/texts/builder.ts';
import type { FieldMutations } from '../field-mutations.ts';
import { fieldValuesSchema, type FieldValues } from './field-edits.ts';
import { newFieldProblems } from './field-problems.ts';

const EMPTY: FieldValues = {
  label: '',
  required: false,
  options: [''],
  show_on_slack: false,
  brunch_event: false,
  brunch_event_id: null,
  help_text: '',
};

const newField = ({ type, values }: NewFieldState, count: number): NewField => ({
  ...values,
  type,
  required: type !== 'disclaimer' && values.required,
  options: type === 'select' ? values.options : [],
  order: count + 1,
});

/** The server's errors by the paths of the field: `0.label` and `formFields.0.label` become `label`. */
export const serverErrors = (error: unknown): FieldError[] =>
  error instanceof ApiError ? error.errors.map(({ path, message }) => ({ path: path.replace(/^(?:formFields\.)?0\./, ''), message })) : [];

const newFieldDraftSchema = z.object({ type: fieldTypeSchema, values: fieldValuesSchema });

interface NewFieldState extends Readonly<z.infer<typeof newFieldDraftSchema>> {
  readonly errors: readonly FieldError[];
}

const hasInput = ({ label, options }: FieldValues): boolean => [label, ...options].some((text) => !isBlank(text));

interface NewFieldOptions {
  readonly fields: readonly FormField[];
  readonly add: FieldMutations['add'];
  readonly onAdded: (field: FormField | undefined) => void;
  /** Called when the panel has errors, once they are rendered. */
  readonly onInvalid: () => void;
}

/** The state of the Add New Field panel. It keeps what was typed when adding fails. */
export function useNewField({ fields, add, onAdded, onInvalid }: NewFieldOptions) {
  const storedDraft = useSavedDraft('new-field', newFieldDraftSchema);
  const [state, setState] = useState<NewFieldState>({ type: 'input', values: EMPTY, ...storedDraft, errors: [] });
  useDraftSaver('new-field', () => (hasInput(state.values) ? state : undefined));
  const adding = useMutation({ mutationFn: add });

  const showErrors = (errors: readonly FieldError[]) => {
    // Rendered at once, so that the first invalid input can take the focus.
    flushSync(() => setState((now) => ({ ...now, errors })));
    onInvalid();
  };

  const handleError = (error: unknown) => {
    const errors = serverErrors(error);
    if (errors.length > 0) showErrors(errors);
    else showFailure({ title: ADD_FIELD_FAILED, text: messageOf(error) });
  };

  const handleSuccess = (added: FormField | undefined) => {
    setState(({ type }) => ({ type, values: EMPTY, errors: [] }));
    onAdded(added);
  };

  return {
    ...state,
    isAdding: adding.isPending,
    hasInput: hasInput(state.values),

    /** Changes the type, and resets only the brunch settings. */
    changeType: (type: FieldType) =>
      setState(({ values }) => ({ type, values: { ...values, brunch_event: false, brunch_event_id: null }, errors: [] })),

    change: (values: Partial<FieldValues>) =>
      setState((now) => ({
        ...now,
        values: { ...now.values, ...values },
        errors: withoutErrors(now.errors, Object.keys(values)),
      })),

    submit: () => {
      if (adding.isPending) return;
      const field = newField(state, fields.length);
      // An attempt whose answer was lost may have added the field: the same call again is answered as the first.
      const repeated = adding.isError && JSON.stringify({ ...adding.variables, order: field.order }) === JSON.stringify(field);
      const errors = repeated ? [] : newFieldProblems(field, fields);
      if (errors.length > 0) showErrors(errors);
      else adding.mutate(repeated ? adding.variables : field, { onError: handleError, onSuccess: handleSuccess });
    },
  };
}

export type NewFieldPanel = ReturnType<typeof useNewField>;
