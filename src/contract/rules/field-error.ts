/** One invalid part of the input; `path` locates it, such as `email` or `0.label`. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}
