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
 * The condition of rows with the column `xid` that a snapshot, `$1`, did not see. Exact whatever the order of commits
 * is: what a transaction wrote that began early and ended late is read by the first poll after its end, once, and it
 * delays no other.
 */
export const unseen = `xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)`
