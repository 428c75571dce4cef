/** What closes with the service, in this order. */
const shutdownOrder = [
  // Streams would keep the listener from closing.
  'live streams',
  'listener',
  'latencies',
  'metering',
  'runners',
  'alerts',
  'acceptance booster',
  'event tracing',
  'reports',
  'attacks',
  'activity log',
  'jobs',
  'cases',
  'uploads',
  'rings',
  'field reads',
  // It decides events of its own.
  'demo data',
  'identity',
  'change subscription',
  // Experiments of the engine may still make calls.
  'engine',
  'trials',
  'calls',
  'call events',
  'list sources',
  // The demo's external call asks it.
  'sample service',
  'sample retail service',
  'store',
] as const

type Part = (typeof shutdownOrder)[number]

export interface Shutdown {
  /** Has a part closed at the end. Parts that the start did not reach are left out. */
  add: (part: Part, close: () => Promise<unknown> | void) => void
  /** Closes the parts one after another; the first that rejects ends it. */
  run: () => Promise<void>
  /** The part that is being closed; null: none is. */
  closing: () => string | null
}

/** Closes the parts of the service in a fixed order, whatever the order in which they were opened. */
export function createShutdown(): Shutdown {
  const closers = new Map<Part, () => Promise<unknown> | void>()
  let closing: Part | null = null
  return {
    add: (part, close) => void closers.set(part, close),
    run: async () => {
      for (const part of shutdownOrder) {
        closing = part
        await closers.get(part)?.()
      }
      closing = null
    },
    closing: () => closing,
  }
}
