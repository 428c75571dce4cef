import type pg from 'pg'

/** Statements of one connection that are prepared: what varies its text for ever does not fill the server's memory. */
const maxPrepared = 100

/**
 * Prepares the statements of a connection, each at its first use: for connections that send the same few over and over,
 * where planning a join of many partitions costs more than running it.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < maxPrepared) names.set(text, `prepared-${names.size}`)
    return names.get(text)
  }
  const send = client.query.bind(client) as (query: pg.QueryConfig, ...rest: unknown[]) => unknown
  const query = (statement: unknown, values: unknown, ...rest: unknown[]): unknown => {
    if (typeof statement !== 'string' || !Array.isArray(values) || values.length === 0)
      return (send as (...all: unknown[]) => unknown)(statement, values, ...rest)
    return send({ name: nameOf(statement), text: statement, values }, ...rest)
  }
  client.query = query as typeof client.query
}
