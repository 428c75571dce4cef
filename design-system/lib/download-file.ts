/** Downloads a file in the browser, under its name. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has read the address by the next task; without this the whole file would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
