export const FIELD_TYPE_LABELS = {
  input: 'Text Input',
  textarea: 'Text Area',
  checkbox: 'Checkbox',
  select: 'Select Field',
  disclaimer: 'Disclaimer',
} as const;
export const NO_FIELDS_YET = 'No fields added yet. Add fields above.';
export const CONFIRM_FIELD_DELETION = 'Are you sure you want to delete this field?';
export const SELECT_BRUNCH_EVENT = 'Select the event to which this menu applies';
export const NO_BRUNCH_EVENTS = 'No events available for this series.';
export const ON_THE_FORM_NOW = 'On the form now';

/** `Menu (copy)`, `Menu (copy 2)` */
export const copyLabel = (label: string, number: number): string => `${label} (copy${number === 1 ? '' : ` ${number}`})`;

export const KEY_TAKEN = 'This form already has a field with this label';
export const KEY_TAKEN_BEFORE = 'Another field of this form had this label before, and still has answers under it. Please choose another.';
export const KEY_RESERVED = 'The form itself already uses this name. Please choose another.';
export const KEY_HAS_ANSWERS = 'A deleted field of this form has answers under this label. Please choose another.';
export const BRUNCH_EVENT_GONE = 'Its event is gone: choose another.';
export const BRUNCH_EVENT_HIDDEN = 'Its event is hidden.';
export const BRUNCH_EVENT_PLAIN = 'Its event is no brunch event.';
export const ADD_FIELD_FAILED = 'Error adding field. Please try again.';
export const DELETE_FIELD_FAILED = 'Error deleting field. Please try again.';
export const SAVE_FORM_FAILED = 'Error saving form. Please try again.';
export const SAVE_FORM_SUCCEEDED = 'Form saved successfully!';
