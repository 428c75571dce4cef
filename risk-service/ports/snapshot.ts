/**
 * A snapshot of PostgreSQL: which transactions were committed when a statement began. Text form `xmin:xmax:xip,xip`.
 * Transaction ids are those of `pg_current_xact_id()`, which never wrap around; they stay below 2^53.
 */
export interface Snapshot {
  text: string
  /** Every transaction below it had ended. */
  xmin: number
  /** No transaction from it on had begun. */
  xmax: number
  /** Transactions between the two that had not ended. */
  running: ReadonlySet<number>
}

/** The snapshot before any transaction. */
export const emptySnapshot: Snapshot = { text: '1:1:', xmin: 1, xmax: 1, running: new Set() }

/** Parses the text form. @throws Error where it is none */
export function parseSnapshot(text: string): Snapshot {
  const [xmin, xmax, running] = text.split(':')
  if (!/^\d+:\d+:[\d,]*$/.test(text)) throw new Error('This text is not a snapshot.')
  return {
    text,
    xmin: Number(xmin),
    xmax: Number(xmax),
    running: new Set((running ?? '') === '' ? [] : (running ?? '').split(',').map(Number)),
  }
}

/** Whether what a transaction wrote is visible in the snapshot, provided that it was committed at all. */
export const isVisible = (transaction: number, { xmin, xmax, running }: Snapshot): boolean =>
  transaction < xmin || (transaction < xmax && !running.has(transaction))

/** Whether everything that is visible in `earlier` is visible in `later`, too. */
export function includes(later: Snapshot, earlier: Snapshot): boolean {
  if (earlier.xmax > later.xmax) return false
  for (const transaction of later.running) if (isVisible(transaction, earlier)) return false
  return true
}
