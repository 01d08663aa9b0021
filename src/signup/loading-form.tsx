import { LOADING_FORM } from '#contract/texts/sign-up.ts';

/** Stands where a form is awaited (spec section 2, decision 28), in its shape. */
export function LoadingForm() {
  return (
    <>
      <p className="hint" role="status">
        {LOADING_FORM}
      </p>
      <div className="stack bones" aria-hidden="true">
        <div className="pair">
          <i />
          <i />
        </div>
        <div className="pair">
          <i />
          <i />
        </div>
        <i />
        <i />
      </div>
    </>
  );
}
