/** Downloads a text as a file. */
export function downloadText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked later: some browsers still read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
