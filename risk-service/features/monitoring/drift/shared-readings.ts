import type { Db } from '../../../ports/database.ts'

const minuteMs = 60_000

interface Reading<Value> {
  minute: number
  isPending: boolean
  value: Promise<Value>
  /** How many wait for the value. */
  waiters: number
  controller: AbortController
}

interface ReadRequest<Value> {
  /** What is read, of whom: the same for those who share it. */
  key: string
  now: Date
  /** Reads the value, until its signal fires. */
  load: (signal: AbortSignal) => Promise<Value>
  /** Fires when this one does not wait any more. */
  signal?: AbortSignal | undefined
}

/**
 * Readings that all who ask in the same minute share: each of one hour counts five hours of events, however many people
 * look at them. One that takes longer is shared until it ends: another beside it would make both slower. It is cancelled
 * when none waits for it any more, and one that failed is not shared further.
 */
export class SharedReadings<Value> {
  #readings = new WeakMap<Db, Map<string, Reading<Value>>>()

  async read(db: Db, { key, now, load, signal }: ReadRequest<Value>): Promise<Value> {
    signal?.throwIfAborted()
    const readings = this.#readings.get(db) ?? new Map<string, Reading<Value>>()
    this.#readings.set(db, readings)
    const minute = Math.floor(now.getTime() / minuteMs)
    for (const [each, { minute: other, isPending }] of readings)
      if (other !== minute && !isPending) readings.delete(each)
    const reading = readings.get(key) ?? startReading(minute, load)
    readings.set(key, reading)
    const remove = () => {
      if (readings.get(key) === reading) readings.delete(key)
    }
    reading.value.catch(remove)
    reading.waiters++
    try {
      return await untilAborted(reading.value, signal)
    } finally {
      reading.waiters--
      if (reading.waiters === 0 && reading.isPending) {
        remove()
        reading.controller.abort(signal?.reason)
      }
    }
  }

  /** The next one reads again. */
  forget(db: Db): void {
    this.#readings.delete(db)
  }
}

function startReading<Value>(minute: number, load: ReadRequest<Value>['load']): Reading<Value> {
  const controller = new AbortController()
  const reading = { minute, isPending: true, value: load(controller.signal), waiters: 0, controller }
  const end = () => {
    reading.isPending = false
  }
  reading.value.then(end, end)
  return reading
}

/** Returns a value, or throws the reason of the signal when that fires first. */
async function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return value
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([value, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
