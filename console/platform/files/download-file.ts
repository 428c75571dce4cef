/** Gives a file to the browser's downloads, under its name. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun when the event loop comes round again.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
