import { useMay } from '#admin/session/session.ts';
import { useAddressParam } from '#admin/ui/use-address-param.ts';
import { feedbackCalls } from '#contract/feedback.ts';
import { formCalls } from '#contract/forms/form-calls.ts';

const CALLS = { series: formCalls.addEventSeries, form: formCalls.addForm, feedback: feedbackCalls.addFeedbackList };

export type Addable = keyof typeof CALLS;

const isAddable = (what = ''): what is Addable => Object.hasOwn(CALLS, what);

/** What the open add dialog adds, kept in the address as `?add=series`. */
export function useAdding() {
  const [adding, setAdding] = useAddressParam('add');
  const may = useMay();
  return {
    adding: isAddable(adding) ? adding : undefined,
    setAdding,
    /** Opens the dialog; undefined for someone who may not add this. */
    adderOf: (what: Addable) => (may(CALLS[what]) ? () => setAdding(what) : undefined),
  };
}
