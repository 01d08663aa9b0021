/** Whether an `Accept-Encoding` header takes gzip. */
export const acceptsGzip = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((part) => /^\s*(?:x-)?gzip\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(part));
