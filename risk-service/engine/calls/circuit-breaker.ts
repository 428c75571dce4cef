/** Suspends calls to a failing target. Times in milliseconds. */
export interface CircuitBreaker {
  /** Returns whether a call may be sent now; after the pause one trial call may. */
  tryAcquire: (now: number) => boolean
  /** Records the result of a call that was sent. */
  record: (now: number, success: boolean) => void
  /** Returns when the next call may be sent, null when it may be sent now. */
  openUntil: (now: number) => number | null
}

const maxConsecutiveFailures = 20
const windowMs = 30_000
const minCallsInWindow = 100
const maxFailureShare = 0.5
const openMs = 10_000

/**
 * Creates a circuit breaker. It opens after 20 failures in a row, or when half of at least 100 calls in 30 s failed;
 * after 10 s one trial call is sent.
 */
export function createCircuitBreaker(): CircuitBreaker {
  let inRow = 0
  let until: number | null = null
  let probing = false
  /** Calls and failures by second. */
  let seconds: { at: number; calls: number; failures: number }[] = []

  function open(now: number): void {
    until = now + openMs
    probing = false
  }

  return {
    tryAcquire(now) {
      if (until === null) return true
      if (probing || now < until) return false
      probing = true
      return true
    },
    record(now, success) {
      if (until !== null) {
        // Calls that were in progress when it opened carry no new information.
        if (!probing) return
        if (!success) {
          open(now)
          return
        }
        until = null
        probing = false
        inRow = 0
        seconds = []
        return
      }
      inRow = success ? 0 : inRow + 1
      const at = Math.floor(now / 1000)
      if (seconds.at(-1)?.at !== at)
        seconds = [...seconds.filter(each => each.at > at - windowMs / 1000), { at, calls: 0, failures: 0 }]
      const last = seconds.at(-1)
      if (last === undefined) return
      last.calls += 1
      if (success) return
      last.failures += 1
      const [calls, failures] = seconds.reduce(
        ([all, failed], each) => [all + each.calls, failed + each.failures],
        [0, 0],
      )
      if (inRow >= maxConsecutiveFailures || (calls >= minCallsInWindow && failures >= calls * maxFailureShare))
        open(now)
    },
    openUntil: now => (until === null || (now >= until && !probing) ? null : Math.max(until, now)),
  }
}
