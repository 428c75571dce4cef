import type { ActivityEntry } from '@assay/risk-service/contract'

/** An earlier event, with the number of attempts of its order among the loaded events. */
export interface ActivityRow extends ActivityEntry {
  /** The first attempt names no order before it: its own id stands for the order. */
  order: string
  attempts: number
}

/**
 * Brings the attempts of one order together, in the place of the newest of them.
 * @param entries the newest first
 */
export function groupByOrder(entries: readonly ActivityEntry[]): ActivityRow[] {
  const orderOf = ({ originalOrderId, row }: ActivityEntry) => originalOrderId ?? row.externalId
  return [...Map.groupBy(entries, orderOf)].flatMap(([order, attempts]) =>
    attempts.map(entry => ({ ...entry, order, attempts: attempts.length })),
  )
}
