/** Limits open streams. A visible tab has one, and a user rarely has more than a few visible tabs. */
export interface StreamLimiter {
  /** Acquires a place; null when none is free. Call the result to release it. */
  acquire: (person: string) => (() => void) | null
}

export function createStreamLimiter({ perPerson = 20, altogether = 5000 } = {}): StreamLimiter {
  const openStreams = new Map<string, number>()
  let total = 0
  return {
    acquire(person) {
      const own = openStreams.get(person) ?? 0
      if (own >= perPerson || total >= altogether) return null
      openStreams.set(person, own + 1)
      total += 1
      let released = false
      return () => {
        if (released) return
        released = true
        total -= 1
        const left = (openStreams.get(person) ?? 1) - 1
        if (left > 0) openStreams.set(person, left)
        else openStreams.delete(person)
      }
    },
  }
}
