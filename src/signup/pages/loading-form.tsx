import { LOADING_FORM } from '#contract/texts/sign-up.ts';

/** Shown until the form is loaded. */
export function LoadingForm() {
  return (
    <>
      <p className="hint" role="status">
        {LOADING_FORM}
      </p>
      <div className="stack skeleton" aria-hidden="true">
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
