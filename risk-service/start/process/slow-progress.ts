/** Says that something takes its time, after a second and then every five; returns what ends it. */
export function reportSlowProgress(report: (line: string) => void, what: string): () => void {
  const started = Date.now()
  const first = setTimeout(() => report(`${what} ...`), 1000)
  const more = setInterval(() => report(`${what} ... ${Math.round((Date.now() - started) / 1000)} s`), 5000)
  return () => {
    clearTimeout(first)
    clearInterval(more)
  }
}
