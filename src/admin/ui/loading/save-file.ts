/** The browser has begun the download by then. */
const ADDRESS_KEPT_MS = 60_000;

/** Saves a downloaded file. A plain link could not send the token. */
export function saveFile(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_KEPT_MS);
}
