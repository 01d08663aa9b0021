interface ServiceErrorOptions extends ErrorOptions {
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly isTemporary: boolean;
  /** How long the service wants to hear nothing from us. */
  readonly retryAfterMs?: number | undefined;
}

/** An outside service did not do what it was asked, told in words that staff can act on. */
export class ServiceError extends Error {
  readonly isTemporary: boolean;
  readonly retryAfterMs: number | undefined;

  /** @param message for staff; it may name what they set, never a secret */
  constructor(message: string, { isTemporary, retryAfterMs, ...options }: ServiceErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.isTemporary = isTemporary;
    this.retryAfterMs = retryAfterMs;
  }
}
