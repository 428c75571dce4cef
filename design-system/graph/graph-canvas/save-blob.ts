/** Hands a file to the browser. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
