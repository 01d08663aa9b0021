import type { FieldError } from '#contract/rules/field-error.ts';
import { activeFields } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/form.ts';
import { canBeChosen, chosenAtFirst, type Confirmation, type FormView, type TypedValues, type Visit } from './view.ts';

export interface FormState {
  /** The form as last shown by the server. */
  readonly view: FormView;
  readonly status: 'idle' | 'sending' | 'success' | 'error';
  readonly isHydrated: boolean;
  /** Whether anything was filled in; until then, the form cannot be sent. */
  readonly isTouched: boolean;
  readonly chosen: readonly string[];
  readonly errors: readonly FieldError[];
  /** Stays until the next attempt, longer than the banner. */
  readonly hasFailed: boolean;
  /** The status of the answer to the attempt that failed, if one came. */
  readonly failedWith?: number | undefined;
  /** What to do about a failed post without script, if known. */
  readonly advice?: string | undefined;
  readonly confirmation?: Confirmation | undefined;
  /** The page could not be redirected, or the visitor chose to stay, so the confirmation has a link. */
  readonly isStaying: boolean;
  readonly announcement: string;
  /** Initial values of the inputs; a new `round` renders new inputs. */
  readonly values: TypedValues;
  readonly round: number;
  /** The server's time when last checked. */
  readonly now: number;
}

type EditAction =
  | { readonly type: 'hydrated'; readonly isTouched: boolean; readonly chosen: readonly string[] }
  | { readonly type: 'touched' }
  | { readonly type: 'edited'; readonly path: string; readonly chosen: readonly string[] }
  | { readonly type: 'time'; readonly now: number }
  | { readonly type: 'reset'; readonly values: TypedValues; readonly confirmation?: Confirmation | undefined };

type SendAction =
  | {
      readonly type: 'refused';
      readonly errors: readonly FieldError[];
      readonly values: TypedValues;
      readonly view?: FormView | undefined;
      readonly now?: number | undefined;
    }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly failedWith?: number | undefined }
  | { readonly type: 'banner gone' }
  | { readonly type: 'accepted'; readonly confirmation: Confirmation }
  | { readonly type: 'stays' };

export type FormAction = EditAction | SendAction;

export const initialState = (view: FormView, visit: Visit): FormState => ({
  ...visit,
  view,
  status: 'idle',
  isHydrated: false,
  isTouched: false,
  chosen: [],
  isStaying: false,
  announcement: '',
  round: 0,
  now: visit.now ?? 0,
});

function labelsAdded(view: FormView, before: readonly string[], after: readonly string[]): string[] {
  const fresh = after.filter((id) => !before.includes(id));
  return activeFields(view.fields, view.events, fresh)
    .filter((field) => field.brunch_event)
    .map((field) => field.label);
}

function edited(state: FormState, path: string, chosen: readonly string[]): FormState {
  const { view } = state;
  const active = activeFields(view.fields, view.events, chosen);
  const isGone = (error: FieldError): boolean => view.fields.some((field) => field.name === error.path && !active.includes(field));
  const added = path === 'events' ? labelsAdded(view, state.chosen, chosen) : [];
  return {
    ...state,
    isTouched: true,
    chosen,
    errors: state.errors.filter((error) => error.path !== path && !isGone(error)),
    announcement: added.length > 0 ? words.fieldsAdded(added) : '',
  };
}

/** Events that have opened are selected if they are by default. Selected ones that have closed are deselected, and the form says so. */
function atTime(state: FormState, now: number): FormState {
  const { view } = state;
  const before = chosenAtFirst(view, state.values, state.now);
  const opened = chosenAtFirst(view, state.values, now).filter((id) => !before.includes(id));
  const closed = view.events.filter((event) => state.chosen.includes(event.id) && !canBeChosen(event, now));
  const chosen = [...state.chosen, ...opened].filter((id) => closed.every((event) => event.id !== id));
  if (closed.length === 0 || state.status === 'success') return { ...state, now, chosen };
  const { errors } = edited(state, 'events', chosen);
  return { ...state, now, chosen, errors: [{ path: 'events', message: closed.map((event) => event.chooseAgain).join(' ') }, ...errors] };
}

function afterSendAction(state: FormState, action: SendAction): FormState {
  const fresh = { ...state, errors: [], hasFailed: false, confirmation: undefined, isStaying: false, announcement: '' };
  switch (action.type) {
    case 'refused': {
      const { errors, values, view = state.view, now = state.now } = action;
      return { ...fresh, status: 'idle', errors, values, view, now, chosen: chosenAtFirst(view, values, now) };
    }
    case 'sent':
      return { ...fresh, status: 'sending', announcement: words.SENDING };
    case 'failed':
      return { ...state, status: 'error', hasFailed: true, failedWith: action.failedWith, announcement: '' };
    case 'banner gone':
      return { ...state, status: 'idle' };
    case 'accepted':
      return { ...fresh, status: 'success', confirmation: action.confirmation };
    case 'stays':
      return { ...state, isStaying: true };
  }
}

/** The reducer: idle, sending, success or error. */
export function reduce(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'hydrated':
      return { ...state, isHydrated: true, isTouched: action.isTouched, chosen: action.chosen };
    case 'time':
      return atTime(state, action.now);
    case 'touched':
      return { ...state, isTouched: true };
    case 'edited':
      return edited(state, action.path, action.chosen);
    case 'reset':
      return {
        ...state,
        status: 'idle',
        isTouched: false,
        chosen: chosenAtFirst(state.view, action.values, state.now),
        values: action.values,
        confirmation: action.confirmation,
        round: state.round + 1,
      };
    default:
      return afterSendAction(state, action);
  }
}
