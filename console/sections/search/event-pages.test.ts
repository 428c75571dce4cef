import type { EventRow, SearchInput } from '@assay/risk-service/contract'
import { expect, it } from 'vitest'
import { copyLimit, type FetchPage, loadPages, loadPagesByIds } from './event-pages.ts'

const row = (id: number) => ({ externalId: `P-${id}` }) as EventRow
const input = { environmentId: 'e', eventType: 'purchase' as const, filter: {} }

async function all(pages: AsyncIterable<readonly EventRow[]>): Promise<string[]> {
  const ids: string[] = []
  for await (const page of pages) ids.push(...page.map(({ externalId }) => externalId))
  return ids
}

/** A service with so many events. */
function service(total: number) {
  const asked: SearchInput[] = []
  const ask: FetchPage = wanted => {
    asked.push(wanted)
    const from = Number(wanted.cursor ?? 0)
    const rows = Array.from({ length: Math.min(wanted.limit ?? 0, total - from) }, (_, n) => row(from + n))
    return Promise.resolve({ rows, nextCursor: from + rows.length < total ? String(from + rows.length) : null })
  }
  return { ask, asked }
}

it('the paging of events asks until nothing is left', async () => {
  const { ask, asked } = service(2300)
  expect(await all(loadPages(ask, input))).toHaveLength(2300)
  expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '1000', '2000'])
})

it('the paging of events stops at the limit and says so', async () => {
  let limited = 0
  expect(await all(loadPages(service(copyLimit + 5).ask, input, () => limited++))).toHaveLength(copyLimit)
  expect(limited).toBe(1)
  await all(loadPages(service(copyLimit).ask, input, () => limited++))
  expect(limited).toBe(1)
})

it('the paging of events fetches chosen events that are not at hand, and keeps their order', async () => {
  const asked: SearchInput[] = []
  const ask: FetchPage = wanted => {
    asked.push(wanted)
    const [condition] = wanted.filter.conditions ?? []
    const ids = condition?.op === 'in' ? condition.value : []
    return Promise.resolve({
      rows: [...ids]
        .reverse()
        .filter(id => id !== 'P-7')
        .map(id => ({ externalId: id }) as EventRow),
      nextCursor: null,
    })
  }
  const known = new Map([['P-2', row(2)]])
  expect(await all(loadPagesByIds(ask, input, ['P-3', 'P-2', 'P-7', 'P-1'], known))).toEqual(['P-3', 'P-2', 'P-1'])
  expect(asked).toMatchObject([
    { filter: { period: 'all', conditions: [{ column: 'externalId', op: 'in', value: ['P-3', 'P-7', 'P-1'] }] } },
  ])
  await all(
    loadPagesByIds(
      ask,
      input,
      Array.from({ length: 250 }, (_, n) => `P-${n + 10}`),
      known,
    ),
  )
  expect(asked).toHaveLength(4)
})
