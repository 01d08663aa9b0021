import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import { ApiError, messageOf } from '#admin/api/api-error.ts';
import { useDraft } from '#admin/api/use-draft.ts';
import { showFailure } from '#admin/ui/show-alert.tsx';
import { type FormField, fieldTypeSchema, type NewField } from '#contract/form-field.ts';
import type { FieldType } from '#contract/rules/active-fields.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { isBlank } from '#contract/rules/text.ts';
import { ADD_FIELD_FAILED } from '#contract/texts/builder.ts';
import type { FieldCalls } from './field-calls.ts';
import { type FieldValues, typedValuesSchema } from './field-edits.ts';
import { newFieldProblems } from './field-problems.ts';

const EMPTY: FieldValues = { label: '', required: false, options: [''], show_on_slack: false, brunch_event: false, brunch_event_id: null };

interface NewFieldState {
  readonly type: FieldType;
  readonly values: FieldValues;
  readonly errors: readonly FieldError[];
}

/** The field as it is sent: with the options of a select only, and the `order` of an add (spec sections 4 and 9). */
const newField = ({ type, values }: NewFieldState, count: number): NewField => ({
  ...values,
  type,
  required: type !== 'disclaimer' && values.required,
  options: type === 'select' ? values.options : [],
  order: count + 1,
});

/** What the server says of the one field that was sent, at the field's own paths: `0.label` or `formFields.0.label` is `label`. */
const serverErrors = (error: unknown): FieldError[] =>
  error instanceof ApiError ? error.errors.map(({ path, message }) => ({ path: path.replace(/^(?:formFields\.)?0\./, ''), message })) : [];

const isTyped = ({ label, options }: FieldValues): boolean => [label, ...options].some((text) => !isBlank(text));

/** What was typed when a session ended (decision 26). */
const keptSchema = z.object({ type: fieldTypeSchema, values: typedValuesSchema });

type Kept = z.infer<typeof keptSchema>;

interface NewFieldOptions {
  /** The fields that the form has, as they are saved. */
  readonly fields: readonly FormField[];
  readonly add: FieldCalls['add'];
  readonly onAdded: (field: FormField | undefined) => void;
  /** Called when something in the panel is wrong, once that is in the page. */
  readonly onRefused: () => void;
}

/** The Add New Field panel's state. Nothing that was typed is lost by a failure. */
export function useNewField({ fields, add, onAdded, onRefused }: NewFieldOptions) {
  const typed = useRef<Kept>(undefined);
  const kept = useDraft('new-field', keptSchema, () => typed.current);
  const [state, setState] = useState<NewFieldState>({ type: 'input', values: EMPTY, ...kept, errors: [] });
  useEffect(() => {
    typed.current = isTyped(state.values) ? state : undefined;
  }, [state]);
  const adding = useMutation({ mutationFn: add });

  const refuse = (errors: readonly FieldError[]) => {
    // At once: what is wrong must be in the page to take the focus.
    flushSync(() => setState((now) => ({ ...now, errors })));
    onRefused();
  };

  const handleFailure = (error: unknown) => {
    const errors = serverErrors(error);
    if (errors.length > 0) refuse(errors);
    else showFailure({ title: ADD_FIELD_FAILED, text: messageOf(error) });
  };

  const handleSuccess = (added: FormField | undefined) => {
    setState(({ type }) => ({ type, values: EMPTY, errors: [] }));
    onAdded(added);
  };

  return {
    ...state,
    isAdding: adding.isPending,
    /** Whether leaving would lose something. */
    isTyped: isTyped(state.values),

    /** Another type: what was typed stays, the brunch settings do not (spec section 4). */
    changeType: (type: FieldType) =>
      setState(({ values }) => ({ type, values: { ...values, brunch_event: false, brunch_event_id: null }, errors: [] })),

    change: (values: Partial<FieldValues>) =>
      setState((now) => {
        const parts = new Set(Object.keys(values));
        return {
          ...now,
          values: { ...now.values, ...values },
          errors: now.errors.filter(({ path }) => !parts.has(path.split('.')[0] ?? '')),
        };
      }),

    submit: () => {
      if (adding.isPending) return;
      const field = newField(state, fields.length);
      const errors = newFieldProblems(field, fields);
      if (errors.length > 0) refuse(errors);
      else adding.mutate(field, { onError: handleFailure, onSuccess: handleSuccess });
    },
  };
}

export type NewFieldPanel = ReturnType<typeof useNewField>;
