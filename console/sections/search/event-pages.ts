import type { EventRow, SearchCondition, SearchInput } from '@assay/risk-service/contract'

/** Events whose ids are copied at a time. */
export const copyLimit = 50_000
const pageSize = 1000
/** Maximum number of ids in one condition. */
const idsPerRequest = 100

export type FetchPage = (input: SearchInput) => Promise<{ rows: readonly EventRow[]; nextCursor: string | null }>

/** All events of a search, page by page, up to the limit; then `onLimit`. */
export async function* loadPages(
  fetchPage: FetchPage,
  input: Omit<SearchInput, 'cursor' | 'limit'>,
  onLimit: () => void = () => undefined,
): AsyncGenerator<readonly EventRow[]> {
  let cursor: string | null = null
  let count = 0
  do {
    const page: Awaited<ReturnType<FetchPage>> = await fetchPage({
      ...input,
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    })
    const rows = page.rows.slice(0, copyLimit - count)
    count += rows.length
    cursor = page.nextCursor
    yield rows
  } while (cursor !== null && count < copyLimit)
  if (cursor !== null) onLimit()
}

/** Chosen events by their ids, in the order of the ids; also those that the search no longer finds. */
export async function* loadPagesByIds(
  fetchPage: FetchPage,
  input: Pick<SearchInput, 'environmentId' | 'eventType'>,
  ids: readonly string[],
  loaded: ReadonlyMap<string, EventRow>,
): AsyncGenerator<readonly EventRow[]> {
  for (let start = 0; start < ids.length; start += idsPerRequest) {
    const chunk = ids.slice(start, start + idsPerRequest)
    const missing = chunk.filter(id => !loaded.has(id))
    const condition: SearchCondition = { column: 'externalId', op: 'in', value: missing }
    const found =
      missing.length === 0
        ? []
        : (await fetchPage({ ...input, filter: { period: 'all', conditions: [condition] }, limit: pageSize })).rows
    const byId = new Map([...found.map(row => [row.externalId, row] as const)])
    yield chunk.flatMap(id => loaded.get(id) ?? byId.get(id) ?? [])
  }
}
