import pg from 'pg'

const rawText = (value: string): string => value

/**
 * Runs a query and passes its rows on one by one as they arrive, with values as the texts of the protocol: a large
 * result is never in memory as a whole, and columns that a caller does not read cost next to nothing. The database
 * waits while `visit` works. Rejects with the error of the query or of `visit`.
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
    // A listener that throws would throw at the socket. The rest of the result is discarded.
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
