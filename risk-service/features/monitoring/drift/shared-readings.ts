import type { Db } from '../../../ports/database.ts'

const minuteMs = 60_000

interface Reading<Value> {
  minute: number
  value: Promise<Value>
}

/**
 * Readings that all who ask in the same minute share: each of one hour counts five hours of events, however many people
 * look at them. None is cancelled with one of those who wait for it, and one that failed is not shared further.
 */
export class SharedReadings<Value> {
  #readings = new WeakMap<Db, Map<string, Reading<Value>>>()

  /** @param key what is read, of whom: the same for those who share it */
  read(db: Db, key: string, now: Date, load: () => Promise<Value>): Promise<Value> {
    const readings = this.#readings.get(db) ?? new Map<string, Reading<Value>>()
    this.#readings.set(db, readings)
    const minute = Math.floor(now.getTime() / minuteMs)
    for (const [each, reading] of readings) if (reading.minute !== minute) readings.delete(each)
    const shared = readings.get(key)
    if (shared) return shared.value
    const reading = { minute, value: load() }
    readings.set(key, reading)
    reading.value.catch(() => {
      if (readings.get(key) === reading) readings.delete(key)
    })
    return reading.value
  }

  /** The next one reads again. */
  forget(db: Db): void {
    this.#readings.delete(db)
  }
}
