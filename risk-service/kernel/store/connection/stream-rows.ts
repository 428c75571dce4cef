import pg from 'pg'

const rawText = (value: string): string => value

/**
 * Runs a query and hands its rows over one by one as they come, values as the texts of the wire: a large result is
 * never in memory as a whole, and what a caller does not look at costs next to nothing. The database waits while
 * `visit` works. Rejects with what the query or `visit` throws.
 */
export function streamRows(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
  visit: (row: readonly (string | null)[]) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<(string | null)[]>({
      text,
      values: [...values],
      rowMode: 'array',
      types: { getTypeParser: () => rawText },
    } as pg.QueryArrayConfig)
    // A listener that throws would throw at the socket. What is left of the result is let pass.
    let failure: unknown
    let failed = false
    query.on('row', (row: (string | null)[]) => {
      if (failed) return
      try {
        visit(row)
      } catch (error) {
        failed = true
        failure = error
      }
    })
    const fail = (error: unknown): void => reject(error instanceof Error ? error : new Error(String(error)))
    query.on('end', () => {
      if (failed) fail(failure)
      else resolve()
    })
    query.on('error', fail)
    client.query(query)
  })
}
