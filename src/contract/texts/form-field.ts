export const CANNOT_BE_EMPTY = 'This field cannot be empty';
export const BRUNCH_EVENT_REQUIRED = 'Please select a brunch event';
export const OPTIONS_REPEAT = 'Each option must be different';
export const tooManyOptions = (max: number): string => `Please use at most ${max} options`;
