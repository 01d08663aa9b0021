/** Long enough for the browser to have begun the download. */
const ADDRESS_KEPT_MS = 60_000;

/** Saves what was downloaded by a call under a name, as if it were a link: a link could not carry the sign-in. */
export function saveFile(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_KEPT_MS);
}
