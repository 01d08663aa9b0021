interface ServiceErrorOptions extends ErrorOptions {
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly isTemporary: boolean;
  /** How long the service wants to hear nothing from us. */
  readonly retryAfterMs?: number | undefined;
  /** False when the service was not even asked, since it wants to hear nothing yet; such a try counts as none. */
  readonly wasTried?: boolean;
}

/** An outside service did not do what it was asked, told in words that staff can act on. */
export class ServiceError extends Error {
  readonly isTemporary: boolean;
  readonly retryAfterMs: number | undefined;
  readonly wasTried: boolean;

  /** @param message for staff; it may name what they set, never a secret */
  constructor(message: string, { isTemporary, retryAfterMs, wasTried = true, ...options }: ServiceErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.isTemporary = isTemporary;
    this.retryAfterMs = retryAfterMs;
    this.wasTried = wasTried;
  }
}
