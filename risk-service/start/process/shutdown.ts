/**
 * What closes with the service, in this order. Parts of one step close together: each waits for work that is under way,
 * and one after another they would take longer than a stop may.
 */
const shutdownSteps = [
  // Streams would keep the listener from closing.
  ['live streams'],
  ['listener'],
  ['latencies', 'metering'],
  // Work beside the calls, which only the database joins.
  [
    'runners',
    'alerts',
    'acceptance booster',
    'event tracing',
    'reports',
    'attacks',
    'activity log',
    'jobs',
    'uploads',
    'rings',
    'field reads',
    // It decides events of its own.
    'demo data',
  ],
  // Jobs may have woken it.
  ['cases'],
  ['identity'],
  ['change subscription', 'live publications'],
  // Experiments of the engine may still make calls.
  ['engine'],
  ['trials'],
  ['calls'],
  // The last calls have spans, too.
  ['traces'],
  ['call events', 'list sources'],
  // The demo's external call asks it.
  ['sample service', 'sample retail service'],
  ['process lease'],
  ['store'],
] as const

type Part = (typeof shutdownSteps)[number][number]

export interface Shutdown {
  /** Has a part closed at the end. Parts that the start did not reach are left out. */
  add: (part: Part, close: () => Promise<unknown> | void) => void
  /** Closes the parts step by step; the first that rejects ends it. */
  run: () => Promise<void>
  /** The parts that are being closed; null: none is. */
  closing: () => string | null
}

/** Closes the parts of the service in a fixed order, whatever the order in which they were opened. */
export function createShutdown(): Shutdown {
  const closers = new Map<Part, () => Promise<unknown> | void>()
  const open = new Set<Part>()
  const closeOne = async (part: Part): Promise<void> => {
    open.add(part)
    await closers.get(part)?.()
    open.delete(part)
  }
  return {
    add: (part, close) => void closers.set(part, close),
    run: async () => {
      for (const step of shutdownSteps) await Promise.all(step.map(closeOne))
    },
    closing: () => (open.size === 0 ? null : [...open].join(', ')),
  }
}
