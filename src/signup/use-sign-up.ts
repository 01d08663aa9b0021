import { type ChangeEvent, type RefObject, type SubmitEvent, useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { STAMP_NAME } from '#contract/rules/field-key.ts';
import { checkSignUp, type FieldError } from '#contract/rules/sign-up.ts';
import { FRAME_MESSAGES } from '#contract/texts/embedding.ts';
import { controlId } from './control-id.ts';
import { isControl, isFilled, readChosen, readPayload, submitPlainly } from './form-controls.ts';
import { moveParent } from './move-parent.ts';
import { pageTitle } from './page-title.ts';
import { randomKey } from './random-key.ts';
import { sendSignUp } from './send.ts';
import { renewStamp, untilOldEnough } from './stamp.ts';
import { type FormAction, type FormState, initialState, reduce } from './state.ts';
import { tellParent } from './tell-parent.ts';
import { confirmationOf, type FormView, isClosed, type TypedValues, type Visit } from './view.ts';

/** How long the error banner stays (spec section 9). */
const ERROR_BANNER_MS = 3_000;
/** When the parent moves on after a success (spec section 9). */
const REDIRECT_AFTER_MS = 1_500;
const LOOK_AGAIN_ON = ['pointerenter', 'focusin'];

/** The same key for the same data, so that a try whose answer was lost can be repeated; another for other data (decision 19). */
function useTryKey() {
  const last = useRef({ data: '', key: '' });
  return {
    keyFor: ({ [STAMP_NAME]: _stamp, ...asked }: TypedValues): string => {
      const data = JSON.stringify(asked);
      if (last.current.data !== data) last.current = { data, key: randomKey() };
      return last.current.key;
    },
    forget: (): void => {
      last.current = { data: '', key: '' };
    },
  };
}

/** Times and the page's title: what lies outside the form follows its state. */
function useConsequences(view: FormView, redirectTo: string | undefined, state: FormState, dispatch: (action: FormAction) => void): void {
  const { status, confirmation, isLive } = state;
  const isWrong = state.errors.length > 0 || state.hasFailed;
  useEffect(() => {
    if (status === 'success') tellParent(FRAME_MESSAGES.submitted);
    if (status !== 'error') return undefined;
    tellParent(FRAME_MESSAGES.error);
    const timer = setTimeout(() => dispatch({ type: 'banner gone' }), ERROR_BANNER_MS);
    return () => clearTimeout(timer);
  }, [status, dispatch]);
  useEffect(() => {
    if (confirmation === undefined || redirectTo === undefined) return undefined;
    return moveParent(redirectTo, REDIRECT_AFTER_MS, () => dispatch({ type: 'stuck' }));
  }, [confirmation, redirectTo, dispatch]);
  useEffect(() => {
    if (isLive) document.title = pageTitle(view, isWrong);
  }, [view, isWrong, isLive]);
}

/** From served to worked by script: what was typed meanwhile stays, and counts (decision 28). */
function useTakeOver(
  view: FormView,
  form: RefObject<HTMLFormElement | null>,
  dispatch: (action: FormAction) => void,
  onLive: (form: HTMLFormElement) => void,
): void {
  useEffect(() => {
    const here = form.current;
    if (here === null) return undefined;
    onLive(here);
    dispatch({ type: 'taken over', isTouched: isFilled(view, here), chosen: readChosen(here) });
    // A browser that fills the form late sends no event before the visitor does something.
    const lookAgain = (): void => {
      if (isFilled(view, here)) dispatch({ type: 'touched' });
    };
    for (const name of LOOK_AGAIN_ON) here.addEventListener(name, lookAgain);
    return () => {
      for (const name of LOOK_AGAIN_ON) here.removeEventListener(name, lookAgain);
    };
  }, [view, form, dispatch, onLive]);
}

/** The working form: its state, and what to do when the visitor edits it, sends it, or has read that it worked. */
export function useSignUp(view: FormView, visit: Visit, onLive: (form: HTMLFormElement) => void) {
  const [state, dispatch] = useReducer((before: FormState, action: FormAction) => reduce(view, before, action), visit, initialState);
  const formRef = useRef<HTMLFormElement>(null);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const confirmationRef = useRef<HTMLElement>(null);
  const { keyFor, forget } = useTryKey();
  useTakeOver(view, formRef, dispatch, onLive);
  useConsequences(view, visit.redirectTo, state, dispatch);

  const refuse = (errors: readonly FieldError[]): void => {
    // At once, not when React pleases: only what is in the page and enabled can take the focus.
    flushSync(() => dispatch({ type: 'refused', errors }));
    const [first] = errors;
    if (first !== undefined) document.getElementById(controlId(view.fields, first.path))?.focus();
  };

  const send = async (payload: TypedValues): Promise<void> => {
    // The focus goes first: a control that is disabled would drop it to the body.
    buttonRef.current?.focus();
    flushSync(() => dispatch({ type: 'sent' }));
    await untilOldEnough();
    const result = await sendSignUp(view.submitUrl, payload, keyFor(payload));
    if (result.kind === 'accepted') {
      forget();
      dispatch({ type: 'accepted', confirmation: confirmationOf(view, payload) });
    } else if (result.kind === 'refused') {
      refuse(result.errors);
    } else {
      if (result.isRefusal) void renewStamp();
      dispatch({ type: 'failed' });
    }
  };

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (state.status === 'sending' || isClosed(view)) return;
    try {
      const payload = readPayload(view, event.currentTarget);
      const { errors } = checkSignUp(view, payload);
      if (errors.length > 0) refuse(errors);
      else void send(payload);
    } catch {
      // A browser that lacks something we use: the server knows the plain way too.
      submitPlainly(event.currentTarget);
    }
  };

  const handleChange = (event: ChangeEvent<HTMLFormElement>): void => {
    const { target } = event.nativeEvent;
    if (isControl(target)) dispatch({ type: 'edited', path: target.name, chosen: readChosen(event.currentTarget) });
  };

  const handleClosed = (): void => {
    flushSync(() => dispatch({ type: 'reset' }));
    confirmationRef.current?.focus();
  };

  return { state, formRef, buttonRef, confirmationRef, handleSubmit, handleChange, handleClosed };
}
