import { useReducer } from 'react';
import * as rowEdits from '#admin/records/row-edits.ts';
import { type BoundField, boundField } from '#admin/records/use-record.ts';
import { call } from '#admin/session/call.ts';
import { isEmail } from '#contract/rules/email.ts';
import type { FailedStep } from '#contract/steps/attention.ts';
import { sideEffectCalls } from '#contract/steps/side-effect-calls.ts';
import { EMAIL_INVALID } from '#contract/texts/words/form.ts';
import { useSendCorrected } from './use-step-action.ts';

interface AddressValues extends Record<string, string> {
  readonly email: string;
}

/** The address of a failed step's submission, with what was typed over it. */
export interface TypedAddress {
  readonly isChanged: boolean;
  readonly field: BoundField<string>;
}

export type AddressEdits = ReturnType<typeof useAddressEdits>;

const reduce = (rows: rowEdits.RowEdits<AddressValues>, action: rowEdits.RowAction<AddressValues>) => rowEdits.reduceRowEdits(rows, action);

const savedRow = ({
  submission_id: id,
  version,
  email,
}: Pick<FailedStep, 'submission_id' | 'version' | 'email'>): rowEdits.SavedRow<AddressValues> => ({ id, version, values: { email } });

const problemsOf = ({ email }: Partial<AddressValues>): rowEdits.Problems<AddressValues> =>
  email === undefined || isEmail(email) ? {} : { email: EMAIL_INVALID.series };

/** Undefined if the step is no longer listed: then a colleague's correction was sent. */
async function readAgain({ submission_id, step }: FailedStep): Promise<rowEdits.SavedRow<AddressValues> | undefined> {
  const { steps } = await call(sideEffectCalls.listFailedSteps, { query: { submission_id, step, limit: 1 } });
  return steps.map(savedRow)[0];
}

/** Addresses that staff correct in the list. What was typed is kept while the list changes around it. */
export function useAddressEdits() {
  const [rows, dispatch] = useReducer(reduce, {});
  const stateOf = (step: FailedStep) => rowEdits.rowState(savedRow(step), rows[step.submission_id], problemsOf);
  const sending = useSendCorrected((step) =>
    rowEdits.saveRow(stateOf(step), {
      send: async ({ email = step.email }, guard) =>
        call(sideEffectCalls.correctAddress, { params: { submissionId: step.submission_id }, body: { email }, ...guard }),
      toRow: ({ email, version }) => savedRow({ submission_id: step.submission_id, email, version }),
      readAgain: async () => readAgain(step),
      dispatch,
    }),
  );
  return {
    hasUnsaved: (): boolean => Object.keys(rows).length > 0,
    isSending: (step: FailedStep): boolean => sending.isPending && sending.variables.submission_id === step.submission_id,
    addressOf: (step: FailedStep): TypedAddress => {
      const row = stateOf(step);
      return { isChanged: row.changed.email !== undefined, field: boundField(row, { ...row.refused, ...row.problems }, dispatch, 'email') };
    },
    /** Corrects the address and retries the confirmation. @returns false when that failed, or the address is not valid or in conflict */
    send: async (step: FailedStep): Promise<boolean> => {
      const { problems, remote } = stateOf(step);
      if (problems.email !== undefined || remote.email !== undefined) return false;
      return sending.mutateAsync(step).then(
        () => true,
        () => false,
      );
    },
  };
}
