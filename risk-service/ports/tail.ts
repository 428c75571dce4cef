import type { Snapshot } from './snapshot.ts'

/** A connection, or what runs statements like one. */
export interface TailClient {
  query: <Row extends object>(query: { name: string; text: string; values: unknown[] }) => Promise<{ rows: Row[] }>
}

/** A table whose committed rows every process reads once, in its own order. */
export interface TailSource {
  /** For the log. */
  name: string
  /**
   * Reads what was committed since its last call and applies it. It remembers the snapshot that it has read up to, and
   * repeats after a failure.
   */
  poll: (client: TailClient) => Promise<void>
}

/**
 * The condition of rows with the column `xid` that a snapshot did not see; its parameters are `unseenValues`. Exact
 * whatever the order of commits is: what a transaction wrote that began early and ended late is read by the first poll
 * after its end, once, and it makes no other be read again.
 */
export const unseen = `(xid >= $1::xid8 or xid = any($2::xid8[]))`

/** Returns the parameters `$1` and `$2` of `unseen`. */
export const unseenValues = ({ xmax, running }: Snapshot): [string, string[]] => [
  String(xmax),
  Array.from(running, String),
]
