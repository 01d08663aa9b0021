import type { InputHTMLAttributes } from 'react';
import { HONEYPOT_NAME } from '#contract/rules/payload-keys.ts';
import { valueIn } from '#contract/rules/sign-up.ts';
import * as words from '#contract/texts/words/form.ts';
import { useControl } from './answers.ts';
import { Field } from './field.tsx';

type InputAttributes = InputHTMLAttributes<HTMLInputElement>;

interface PersonFieldProps extends InputAttributes {
  readonly name: string;
  readonly label?: string;
}

function PersonField({ name, label = valueIn(words.LABELS, name) ?? name, ...attributes }: PersonFieldProps) {
  const { text, attributes: state } = useControl(name, name);
  return (
    <Field id={name} name={name} label={label} required>
      <input
        className="input"
        id={name}
        name={name}
        required
        dir="auto"
        // Keyboards change names into words they know.
        spellCheck={false}
        autoCorrect="off"
        defaultValue={text}
        {...attributes}
        {...state}
      />
    </Field>
  );
}

/** A field that only machines find, and that password managers are asked to ignore. Once filled in it becomes visible, so that people can empty it. */
export const Honeypot = () => (
  <div inert={!useControl(HONEYPOT_NAME, HONEYPOT_NAME).text}>
    <PersonField
      name={HONEYPOT_NAME}
      label={words.LEAVE_EMPTY}
      required={false}
      autoComplete="off"
      data-1p-ignore=""
      data-lpignore="true"
      data-bwignore=""
    />
  </div>
);

/** The fields of every form except the address, in the specified order; an element, which is smaller than a component. */
export const nameFields = (
  <>
    <div className="pair">
      <PersonField name="first_name" autoComplete="given-name" />
      <PersonField name="last_name" autoComplete="family-name" />
    </div>
    <div className="pair">
      <PersonField name="job_title" autoComplete="organization-title" />
      <PersonField name="organisation" autoComplete="organization" />
    </div>
  </>
);

export const emailField = <PersonField name="email" type="email" inputMode="email" autoComplete="email" />;
