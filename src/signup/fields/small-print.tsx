import { HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import { disclaimers } from '#contract/rules/public-fields.ts';
import * as words from '#contract/texts/words/form.ts';
import type { FormView } from '../view.ts';
import { CheckField } from './check-field.tsx';
import { LinkedText, NewTabLink } from './linked-text.tsx';

/** The part above the button: disclaimers, consent and honeypot. */
export function SmallPrint({ view }: { readonly view: FormView }) {
  const { consentText, privacyUrl } = view.organisation;
  return (
    <>
      {disclaimers(view.fields).map((field) => (
        <p key={field.id} className="disclaimer" dir="auto">
          <LinkedText text={field.label} />
        </p>
      ))}
      <CheckField id="accepts_marketing" name="accepts_marketing" label={consentText} required={false}>
        {privacyUrl === undefined ? null : (
          <p className="privacy">
            <NewTabLink href={privacyUrl}>{words.PRIVACY_NOTICE}</NewTabLink>
          </p>
        )}
      </CheckField>
      <p className="trap" aria-hidden="true">
        <label htmlFor={HONEYPOT_NAME}>{words.LEAVE_EMPTY}</label>
        <input id={HONEYPOT_NAME} name={HONEYPOT_NAME} tabIndex={-1} autoComplete="off" />
      </p>
    </>
  );
}
