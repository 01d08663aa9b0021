import { activeFields } from '#contract/rules/active-fields.ts';
import type { FieldError } from '#contract/rules/sign-up.ts';
import { fieldsAdded } from '#contract/texts/sign-up.ts';
import { type Confirmation, chosenAtFirst, type FormView, type TypedValues, type Visit } from './view.ts';

export interface FormState {
  readonly status: 'idle' | 'sending' | 'success' | 'error';
  /** Whether the script works the form; the served form is for those without. */
  readonly isLive: boolean;
  /** Whether anything was filled in: only then can the form be sent (spec section 4). */
  readonly isTouched: boolean;
  readonly chosen: readonly string[];
  readonly errors: readonly FieldError[];
  /** Stays until the next try, when the banner is long gone (hardening 1.11). */
  readonly hasFailed: boolean;
  readonly confirmation: Confirmation | undefined;
  /** The page around the form could not be moved: the confirmation links on (decision 30). */
  readonly isStuck: boolean;
  /** What a screen reader is told. */
  readonly announcement: string;
  /** The values that the inputs start with; a new round starts with new inputs. */
  readonly values: TypedValues;
  readonly round: number;
}

/** What happens to what is filled in. */
type EditAction =
  | { readonly type: 'taken over'; readonly isTouched: boolean; readonly chosen: readonly string[] }
  | { readonly type: 'touched' }
  | { readonly type: 'edited'; readonly path: string; readonly chosen: readonly string[] }
  | { readonly type: 'reset' };

/** What happens to a try to send it. */
type TryAction =
  | { readonly type: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly type: 'sent' }
  | { readonly type: 'failed' }
  | { readonly type: 'banner gone' }
  | { readonly type: 'accepted'; readonly confirmation: Confirmation }
  | { readonly type: 'stuck' };

export type FormAction = EditAction | TryAction;

/** How the form stands when it is served. */
export const initialState = (visit: Visit): FormState => ({
  status: 'idle',
  isLive: false,
  isTouched: false,
  chosen: [],
  errors: visit.errors,
  hasFailed: visit.hasFailed,
  confirmation: undefined,
  isStuck: false,
  announcement: '',
  values: visit.values,
  round: 0,
});

/** The labels of the questions that came with the events chosen just now. */
function labelsAdded(view: FormView, before: readonly string[], after: readonly string[]): string[] {
  const fresh = after.filter((id) => !before.includes(id));
  return activeFields(view.fields, view.events, fresh)
    .filter((field) => field.brunch_event)
    .map((field) => field.label);
}

function edited(view: FormView, state: FormState, path: string, chosen: readonly string[]): FormState {
  const counting = new Set(activeFields(view.fields, view.events, chosen).map((field) => field.name));
  const isGone = (error: FieldError): boolean => view.fields.some((field) => field.name === error.path) && !counting.has(error.path);
  const added = path === 'events' ? labelsAdded(view, state.chosen, chosen) : [];
  return {
    ...state,
    isTouched: true,
    chosen,
    errors: state.errors.filter((error) => error.path !== path && !isGone(error)),
    announcement: added.length > 0 ? fieldsAdded(added) : '',
  };
}

const isEdit = (action: FormAction): action is EditAction => ['taken over', 'touched', 'edited', 'reset'].includes(action.type);

function afterEdit(view: FormView, state: FormState, action: EditAction): FormState {
  switch (action.type) {
    case 'taken over':
      return { ...state, isLive: true, isTouched: action.isTouched, chosen: action.chosen };
    case 'touched':
      return state.isTouched ? state : { ...state, isTouched: true };
    case 'edited':
      return edited(view, state, action.path, action.chosen);
    case 'reset':
      return { ...state, status: 'idle', isTouched: false, chosen: chosenAtFirst(view), values: {}, round: state.round + 1 };
  }
}

function afterTry(state: FormState, action: TryAction): FormState {
  const fresh = { ...state, errors: [], hasFailed: false, confirmation: undefined, isStuck: false, announcement: '' };
  switch (action.type) {
    case 'refused':
      return { ...fresh, status: 'idle', errors: action.errors };
    case 'sent':
      return { ...fresh, status: 'sending' };
    case 'failed':
      return { ...state, status: 'error', hasFailed: true };
    case 'banner gone':
      return state.status === 'error' ? { ...state, status: 'idle' } : state;
    case 'accepted':
      return { ...state, status: 'success', confirmation: action.confirmation };
    case 'stuck':
      return { ...state, isStuck: true };
  }
}

/** What becomes of the form by what happened: idle, sending, success or error (spec section 4). */
export const reduce = (view: FormView, state: FormState, action: FormAction): FormState =>
  isEdit(action) ? afterEdit(view, state, action) : afterTry(state, action);
