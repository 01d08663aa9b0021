import {
  type ChangeEvent,
  type Dispatch,
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import type { FieldError } from '#contract/rules/field-error.ts';
import { FORM_TOKEN_NAME } from '#contract/rules/payload-keys.ts';
import { nextSignUpTime } from '#contract/rules/sign-up-time.ts';
import { signUpErrors } from '#contract/rules/sign-up.ts';
import * as FRAME_MESSAGES from '#contract/texts/frame-messages.ts';
import { controlId } from './fields/answers.ts';
import { isFilled, isOfEvents, readChosen, submitWithoutScript } from './form-controls.ts';
import { type FormAction, type FormState, initialState, reduce } from './form-state.ts';
import { formTokenToSend, keepPageKey, pageLoad, renewFormToken, viewNow } from './fresh-page.ts';
import { moveParent } from './move-parent.ts';
import { isRecord, randomKey } from './page-data.ts';
import { postToParent } from './parent-messages.ts';
import { payloadOf } from './payload.ts';
import { type Answer, confirmationOf, type FormView, isClosed, pageTitle, type TypedValues, type Visit } from './view.ts';

/** After this time the visitor gets an error; sending again is safe. */
const ANSWER_TIMEOUT_MS = 20_000;
const TOO_LARGE = 413;
const UNPROCESSABLE = 422;

type SendResult =
  | { readonly kind: 'accepted'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] }
  /** The status is that of the answer, if one came. */
  | { readonly kind: 'failed'; readonly status: number | undefined };

const isAccepted = (answer: unknown): answer is { data: Answer } => isRecord(answer) && isRecord(answer.data);

const hasErrors = (problem: unknown): problem is { errors: FieldError[] } =>
  isRecord(problem) && Array.isArray(problem.errors) && problem.errors.length > 0;

/** Sends a sign-up. Never throws: every failure, even an answer without data, is `failed`. */
async function sendSignUp(url: string, payload: TypedValues, idempotencyKey: string): Promise<SendResult> {
  let status: number | undefined;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    // A proxy with a lower limit answers with a page of its own.
    const answer: unknown = response.status === TOO_LARGE ? undefined : await response.json();
    if (response.ok && isAccepted(answer)) return { kind: 'accepted', answer: answer.data };
    status = response.status;
    if (status === UNPROCESSABLE && hasErrors(answer)) return { kind: 'refused', errors: answer.errors };
  } catch {
    // Offline, timed out, or an answer that is not JSON, such as a proxy's.
  }
  return { kind: 'failed', status };
}

/** Timers stop while a device is asleep, and cannot be set for a month. */
const LONGEST_WAIT_MS = 60_000;

/** Tells the form what time it is on the server when one of its events opens or closes. */
function useClock(view: FormView, { now: servedAt }: Visit, dispatch: Dispatch<FormAction>): void {
  useEffect(() => {
    if (servedAt === undefined) return undefined;
    const { type, responseStart = 0 } = pageLoad();
    // When someone returns to a page, browsers take it from their cache, however old; then only the device's clock can be used.
    const ahead = type === 'back_forward' ? 0 : servedAt - performance.timeOrigin - responseStart;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      const now = Date.now() + ahead;
      dispatch({ type: 'time', now });
      const next = nextSignUpTime(view.events, now);
      if (next < Infinity) timer = setTimeout(look, Math.min(next - now, LONGEST_WAIT_MS));
    };
    look();
    return () => clearTimeout(timer);
  }, [view, servedAt, dispatch]);
}

const OLD_PAGE_MS = 300_000;
const ERROR_BANNER_MS = 3_000;
const REDIRECT_AFTER_MS = 1_500;

/** Effects outside the form: timers, redirect and document title. */
function useOutsideEffects(
  form: RefObject<HTMLFormElement | null>,
  redirectTo: string | undefined,
  state: FormState,
  dispatch: (action: FormAction) => void,
): void {
  const { view, status, confirmation, isHydrated, isStaying } = state;
  const isWrong = state.errors.length > 0 || state.hasFailed;
  useEffect(() => {
    if (status === 'success') postToParent(FRAME_MESSAGES.submitted);
    // When someone returns to this page, browsers refill what was typed.
    window.onpagehide = status === 'success' ? () => form.current && HTMLFormElement.prototype.reset.call(form.current) : null;
    if (status !== 'error') return undefined;
    postToParent(FRAME_MESSAGES.error);
    const timer = setTimeout(() => dispatch({ type: 'banner gone' }), ERROR_BANNER_MS);
    return () => clearTimeout(timer);
  }, [form, status, dispatch]);
  useEffect(() => {
    if (!confirmation || !redirectTo || isStaying) return undefined;
    return moveParent(redirectTo, REDIRECT_AFTER_MS, () => dispatch({ type: 'stays' }));
  }, [confirmation, redirectTo, isStaying, dispatch]);
  useEffect(() => {
    if (isHydrated) document.title = pageTitle(view, isWrong);
  }, [view, isWrong, isHydrated]);
}

/** On hydration: keeps what was typed before. */
function useHydration(
  form: RefObject<HTMLFormElement | null>,
  dispatch: (action: FormAction) => void,
  onHydrated: ((form: HTMLFormElement) => void) | undefined,
): void {
  // At once: what is typed in the meantime would be lost.
  useLayoutEffect(() => {
    const element = form.current;
    if (element === null) return;
    onHydrated?.(element);
    dispatch({ type: 'hydrated', isTouched: isFilled(element), chosen: readChosen(element) });
  }, [form, dispatch, onHydrated]);
}

/** Asks the page around a frame to scroll: Safari does not do so for what gets the focus, others only for a dialog's button. */
export function bringIntoView(target: HTMLElement): void {
  parent.postMessage({ type: FRAME_MESSAGES.scroll, top: target.getBoundingClientRect().top }, '*');
}

function focusOn(target: HTMLElement): void {
  target.focus();
  bringIntoView(target);
}

export function useSignUp(served: FormView, visit: Visit, onHydrated: ((form: HTMLFormElement) => void) | undefined) {
  const [state, dispatch] = useReducer(reduce, undefined, () => initialState(served, visit));
  const { view } = state;
  const formRef = useRef<HTMLFormElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const confirmationRef = useRef<HTMLElement>(null);
  /** Each payload keeps its key, so that an attempt whose answer was lost can be repeated. */
  const keys = useRef<Record<string, string>>({});
  useHydration(formRef, dispatch, onHydrated);
  useClock(view, visit, dispatch);
  useOutsideEffects(formRef, visit.redirectTo, state, dispatch);

  const refuse = (errors: readonly FieldError[], values: TypedValues, shown?: Awaited<ReturnType<typeof viewNow>>): void => {
    // Synchronously: only an enabled control in the page can take the focus.
    flushSync(() => dispatch({ ...shown, type: 'refused', errors, values }));
    const [first] = errors;
    const control = first && document.getElementById(controlId((shown?.view ?? view).fields, first.path));
    if (control) focusOn(control);
  };

  const send = async ({ [FORM_TOKEN_NAME]: _token, ...payload }: TypedValues): Promise<void> => {
    flushSync(() => dispatch({ type: 'sent' }));
    const key = (keys.current[JSON.stringify(payload)] ??= randomKey());
    keepPageKey(key);
    const token = await formTokenToSend();
    const result = await sendSignUp(view.submitUrl, { ...payload, [FORM_TOKEN_NAME]: token }, key);
    if (result.kind === 'accepted') {
      keys.current = {};
      // The thank-you note shows where events have been moved to in the meantime.
      const shown = performance.now() > OLD_PAGE_MS ? await viewNow() : undefined;
      dispatch({ type: 'accepted', confirmation: confirmationOf(shown?.view ?? view, payload, result.answer) });
    } else if (result.kind === 'refused') {
      // This page allowed it, so its events may have changed since.
      refuse(result.errors, payload, await viewNow());
    } else {
      // The spam checks did not accept it, for example because its form token has expired.
      if (result.status === UNPROCESSABLE) void renewFormToken();
      dispatch({ type: 'failed', failedWith: result.status });
    }
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (state.status === 'sending' || isClosed(view, state.now)) return;
    // The focus moves first: disabling the focused control would drop it to the body, and an invalid one that keeps it is not read again.
    buttonRef.current?.focus();
    try {
      const data = new FormData(event.currentTarget);
      const payload = payloadOf(view, (name) => data.getAll(name).filter((value) => typeof value === 'string'));
      const errors = signUpErrors(view, payload);
      if (errors.length > 0) refuse(errors, payload);
      else void send(payload);
    } catch {
      // The browser lacks a feature that we use; the server accepts a plain post too.
      submitWithoutScript(event.currentTarget);
    }
  };

  const onChange = (event: ChangeEvent<HTMLFormElement>): void => {
    dispatch({ type: 'edited', path: isOfEvents(event.target) ? 'events' : event.target.name, chosen: readChosen(event.currentTarget) });
  };

  // Some browsers autofill late and fire no event before the visitor interacts.
  const onVisited = ({ currentTarget }: SyntheticEvent<HTMLFormElement>): void => {
    if (isFilled(currentTarget)) dispatch({ type: 'touched' });
  };

  const onClosed = (): void => {
    flushSync(() => dispatch({ type: 'reset', values: {}, confirmation: state.confirmation }));
    if (confirmationRef.current) focusOn(confirmationRef.current);
    if (view.hasFace) confirmationRef.current?.scrollIntoView();
  };

  /** Runs before the link to the first field is followed. If the thanks replaced the form, it returns. */
  const onAgain = (): void => {
    if (!state.isTouched) flushSync(() => dispatch({ type: 'reset', values: state.confirmation?.kept ?? {} }));
  };

  const onStay = (): void => dispatch({ type: 'stays' });

  return {
    state,
    form: { ref: formRef, onSubmit, onChange, onPointerEnter: onVisited, onFocus: onVisited },
    dialog: { onStay, onClosed },
    buttonRef,
    thanks: { onAgain, ref: confirmationRef },
  };
}
