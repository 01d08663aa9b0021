interface ServiceErrorOptions extends ErrorOptions {
  readonly isTemporary: boolean;
  readonly retryAfterMs?: number | undefined;
  /** False when the service was not called, as during a pause: this does not count as an attempt. */
  readonly wasAttempted?: boolean;
}

export class ServiceError extends Error {
  readonly isTemporary: boolean;
  readonly retryAfterMs: number | undefined;
  readonly wasAttempted: boolean;

  /** @param message for staff, without secrets */
  constructor(message: string, { isTemporary, retryAfterMs, wasAttempted = true, ...options }: ServiceErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.isTemporary = isTemporary;
    this.retryAfterMs = retryAfterMs;
    this.wasAttempted = wasAttempted;
  }
}

/** The service was not called, as during a pause: the step waits its turn without using up an attempt. */
export const notAttempted = (message: string, retryAfterMs: number): ServiceError =>
  new ServiceError(message, { isTemporary: true, retryAfterMs, wasAttempted: false });

/** The same call would fail again. */
export const permanent = (message: string): ServiceError => new ServiceError(message, { isTemporary: false });
