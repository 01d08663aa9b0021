/** One invalid part of the input; `path` says which, such as `email` or `0.label`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
