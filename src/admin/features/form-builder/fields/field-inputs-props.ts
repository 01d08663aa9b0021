import type { FieldType } from '#contract/rules/active-fields.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import type { BrunchEvent, BuilderKind } from '../builder-kind.ts';
import type { FieldValues } from '../draft/field-edits.ts';

export interface FieldInputsProps {
  readonly kind: BuilderKind;
  readonly type: FieldType;
  readonly values: FieldValues;
  readonly errors: readonly FieldError[];
  readonly events: readonly BrunchEvent[];
  readonly onChange: (values: Partial<FieldValues>) => void;
}
