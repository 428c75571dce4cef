/** Utilisation of the service's event loop from which on decisions need a whole processor, and below which they do not. */
const busyFrom = 0.9
const busyUntil = 0.8
/**
 * Part of a processor that deliveries use meanwhile, about a thousand events a second. The database, which reads them,
 * receivers and the network use several times as much.
 */
const busyShare = 0.03
/** Milliseconds of the processor that can be saved up, and owed by a large piece of work: a second of pauses. */
const savedMs = 25
const owedMs = 30
/** The longest pause until the load is looked at again. */
const pauseMs = 250

export interface DeliveryPace {
  /** Sets how busy the service is, from 0 to 1. */
  setLoad: (utilisation: number) => void
  /** Resolves when the next piece of work may begin: at once, unless decisions need the processor. */
  wait: (signal: AbortSignal) => Promise<void>
}

/**
 * Limits the work of deliveries while the service is as busy as it can be: events wait then, and decisions do not. A low
 * priority is not enough for that: memory, connections and receivers on the same machine have that of everything else.
 * @param cpuMs milliseconds of the processor that the thread has used so far
 */
export function createDeliveryPace({
  cpuMs,
  now = () => performance.now(),
  pause = ms => new Promise(resolve => setTimeout(resolve, ms)),
}: {
  cpuMs: () => number
  now?: () => number
  pause?: (ms: number) => Promise<void>
}): DeliveryPace {
  let isBusy = false
  let saved = 0
  let seen = { at: 0, cpu: 0 }

  function account(): void {
    const current = { at: now(), cpu: cpuMs() }
    const change = (current.at - seen.at) * busyShare - (current.cpu - seen.cpu)
    saved = Math.max(-owedMs, Math.min(savedMs, saved + change))
    seen = current
  }
  return {
    setLoad(utilisation) {
      if (!isBusy && utilisation >= busyFrom) {
        isBusy = true
        saved = savedMs
        seen = { at: now(), cpu: cpuMs() }
      } else if (isBusy && utilisation < busyUntil) isBusy = false
    },
    async wait(signal) {
      while (isBusy && !signal.aborted) {
        account()
        if (saved >= 0) return
        await pause(Math.min(pauseMs, Math.ceil(-saved / busyShare)))
      }
    },
  }
}
