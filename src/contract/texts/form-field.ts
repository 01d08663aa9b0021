export const CANNOT_BE_EMPTY = 'This field cannot be empty';
export const BRUNCH_EVENT_REQUIRED = 'Please select a brunch event';
export const optionRepeats = (option: string): string => `Each option must be different: ‘${option}’ appears twice`;
