interface ServiceErrorOptions extends ErrorOptions {
  readonly isTemporary: boolean;
  readonly retryAfterMs?: number | undefined;
  /** False when the service was not called, as during a pause: this does not count as an attempt. */
  readonly wasAttempted?: boolean;
  /** Whether the service may have done it anyway, as when its answer was lost. */
  readonly mayHaveSucceeded?: boolean;
  /** What went wrong, equal for equal causes: a name, and perhaps what it is about, as in `not_in_channel C1`; absent if only the message says it. */
  readonly reason?: string | undefined;
}

export class ServiceError extends Error {
  readonly isTemporary: boolean;
  readonly retryAfterMs: number | undefined;
  readonly wasAttempted: boolean;
  readonly mayHaveSucceeded: boolean;
  readonly reason: string | undefined;

  /** @param message for staff, without secrets */
  constructor(
    message: string,
    { isTemporary, retryAfterMs, wasAttempted = true, mayHaveSucceeded = false, reason, ...options }: ServiceErrorOptions,
  ) {
    super(message, options);
    this.name = 'ServiceError';
    this.isTemporary = isTemporary;
    this.retryAfterMs = retryAfterMs;
    this.wasAttempted = wasAttempted;
    this.mayHaveSucceeded = mayHaveSucceeded;
    this.reason = reason;
  }
}

/** The service was not called, as during a pause: the step waits its turn without using up an attempt. */
export const notAttempted = (message: string, retryAfterMs: number, reason = 'busy'): ServiceError =>
  new ServiceError(message, { isTemporary: true, retryAfterMs, wasAttempted: false, reason });

/** A later attempt may succeed. */
export const temporary = (message: string, reason: string, cause?: unknown): ServiceError =>
  new ServiceError(message, { isTemporary: true, reason, cause });

/** The same call would fail again. */
export const permanent = (message: string, reason?: string): ServiceError => new ServiceError(message, { isTemporary: false, reason });
