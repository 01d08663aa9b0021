export const FIELD_TYPE_LABELS = {
  input: 'Text Input',
  textarea: 'Text Area',
  checkbox: 'Checkbox',
  select: 'Select Field',
  disclaimer: 'Disclaimer',
} as const;
export const ADD_NEW_FIELD = 'Add New Field';
export const NO_FIELDS_YET = 'No fields added yet. Add fields above.';
export const DRAG_TO_REORDER = 'Drag to reorder fields';
export const SAVE_FORM = 'Save Form';
export const CONFIRM_FIELD_DELETION = 'Are you sure you want to delete this field?';
export const SERIES_BUILDER_TITLE = 'Event series form';
export const MARKETING_BUILDER_TITLE = 'Marketing form';
export const IS_MANDATORY = 'Is this field mandatory?';
export const SHOW_ON_SLACK_SERIES = 'Show this field on Slack?';
export const IS_BRUNCH_MENU = 'Is this a brunch menu?';
export const SELECT_BRUNCH_EVENT = 'Select the event to which this menu applies';
export const NO_BRUNCH_EVENTS = 'No events available for this series.';
export const IS_BRUNCH_EVENT = 'Is this event a brunch event?';
export const REQUIRED_FIELD = 'Required Field';
export const SHOW_ON_SLACK = 'Show on slack';

export const LABEL_PLACEHOLDER = 'What do you want to ask?';
export const ADDING_PUBLISHES = 'Adding puts it on the public form at once, as the last question.';
export const ON_THE_FORM_NOW = 'On the form now';
export const PASTE_OPTIONS = 'next option. Paste a list to add one per line.';

export const positionProblem = (count: number): string => `Please enter a number from 1 to ${count}`;
/** `Menu (copy)`, `Menu (copy 2)` */
export const copyLabel = (label: string, number: number): string => `${label} (copy${number === 1 ? '' : ` ${number}`})`;
export const helpTextHint = (length: number, max: number): string => `Shown under the label; ${length} of ${max} characters`;

export const YOU_ARE_EDITING = 'You are editing this';
export const SCROLLED_TO_EDITED = 'Scrolled to the field you are editing';
export const EDITED_IS_HIDDEN = 'Visitors do not see the field you are editing';
export const CHOOSE_TO_EDIT = 'Choose a field here to edit it.';

export const KEY_TAKEN = 'This label is already a field of this form';
export const KEY_RESERVED = 'This label is a name that the form already uses. Please choose another.';
export const KEY_HAS_ANSWERS = 'A deleted field of this form has answers under this label. Please choose another.';
export const BRUNCH_EVENT_GONE = 'Its event is gone: choose another.';
export const BRUNCH_EVENT_HIDDEN = 'Its event is hidden.';
export const BRUNCH_EVENT_PLAIN = "Its event isn't a brunch event.";

export const ADD_FIELD_FAILED = 'Error adding field. Please try again.';
export const DELETE_FIELD_FAILED = 'Error deleting field. Please try again.';
export const SAVE_FORM_FAILED = 'Error saving form. Please try again.';
export const SAVE_FORM_SUCCEEDED = 'Form saved successfully!';

export const formFieldsTitle = (count: number): string => `Form Fields (${count})`;
