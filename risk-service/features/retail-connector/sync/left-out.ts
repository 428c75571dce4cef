import type { RetailPositions, StoredRetailPosition } from '../../../ports/tables/review/retail-connector.ts'
import type { RetailKey } from '../../loss-prevention/transactions/store-transactions.ts'

/** Transactions without a stored row, whose lines are remembered: a transaction that comes later is an exception. */
const mostLeftOut = 1000

const keyOf = ({ number, terminal, unit }: RetailKey) => JSON.stringify([number, terminal, unit])

/** Returns the position of lines with the transactions that lines of a page lack. */
export function withLeftOut(
  position: StoredRetailPosition,
  orphans: readonly RetailKey[],
  earliest: string | null,
): StoredRetailPosition {
  if (orphans.length === 0 || earliest === null) return position
  const found = new Map(Object.entries(position.leftOut ?? {}))
  for (const orphan of orphans) {
    const key = keyOf(orphan)
    const time = found.get(key)
    if (time === undefined || Date.parse(earliest) < Date.parse(time)) found.set(key, earliest)
  }
  return { ...position, leftOut: Object.fromEntries([...found].slice(-mostLeftOut)) }
}

/**
 * Returns the positions of lines that are to be read again, because transactions which they lacked are stored now: such as
 * one that was refused, and corrected later.
 */
export function readAgain(positions: RetailPositions, stored: readonly RetailKey[]): RetailPositions {
  const keys = new Set(stored.map(keyOf))
  const changed: Partial<Record<'Sales' | 'Payments', StoredRetailPosition>> = {}
  for (const entity of ['Sales', 'Payments'] as const) {
    const position = positions[entity]
    const entries = Object.entries(position?.leftOut ?? {})
    const times = entries.filter(([key]) => keys.has(key)).map(([, time]) => Date.parse(time))
    if (position === undefined || times.length === 0) continue
    const first = Math.min(...times, ...(position.since === null ? [] : [Date.parse(position.since)]))
    changed[entity] = {
      ...position,
      since: position.since === null ? null : new Date(first).toISOString(),
      next: null,
      latest: null,
      leftOut: Object.fromEntries(entries.filter(([key]) => !keys.has(key))),
    }
  }
  return changed
}
