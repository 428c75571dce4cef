/** Says that something takes its time, after a second and then every five; returns what ends it. */
export function reportSlowProgress(say: (line: string) => void, what: string): () => void {
  const started = Date.now()
  const first = setTimeout(() => say(`${what} ...`), 1000)
  const more = setInterval(() => say(`${what} ... ${Math.round((Date.now() - started) / 1000)} s`), 5000)
  return () => {
    clearTimeout(first)
    clearInterval(more)
  }
}
