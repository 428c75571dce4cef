import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchInputSchema } from '../../contract/index.ts'
import { noMasking } from '../../kernel/personal-data/masking.ts'
import { ensureTextIndexes } from '../../kernel/store/maintenance/text-index.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../kernel/store/testing/test-store.ts'
import { fieldCatalogueOf } from './fields/field-catalogue.ts'
import { searchEvents } from './search.ts'

let store: Store
const catalogue = fieldCatalogueOf('purchase', () => [])
const now = new Date('2026-11-21T12:00:00Z')
const scope = [randomUUID(), randomUUID(), randomUUID()]
/** Many more than are searched in order of time; the first environment has almost all of the newest. */
const events = 15_000

beforeAll(async () => {
  store = await createTestStore()
  await sql`insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score, email, user_name)
    select case when n % 7 = 0 then ${scope[2]}::uuid when n > 6000 and n % 2 = 0 then ${scope[1]}::uuid else ${scope[0]}::uuid end,
      ${now}::timestamptz - make_interval(mins => n * 8), gen_random_uuid(), 'purchase', 'o-' || n, 'Protect', 'Approve', '', 1,
      'user' || n % 5000 || '@Shop' || n % 40 || '.example', case when n % 3 = 0 then 'Zoë ' || n end
    from generate_series(1, ${events}::int) n`.execute(store.db)
  await ensureTextIndexes(store.maintenance, now, silentLog, 1000)
  await sql`analyze event`.execute(store.db)
})
afterAll(() => store.close())

async function allPages(
  column: 'email' | 'userName',
  value: string,
  direction: 'asc' | 'desc',
  environments: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const input = searchInputSchema.parse({
      environmentId: scope[0],
      eventType: 'purchase',
      filter: { period: 'all', conditions: [{ column, op: 'contains', value }] },
      sort: { column: 'at', direction },
      limit: 300,
      ...(cursor === null ? {} : { cursor }),
    })
    const reader = {
      db: store.db,
      scope: environments,
      catalogue,
      now,
      from: null,
      signal: undefined,
      seconds: 30,
      masking: noMasking,
    }
    const page = await searchEvents(reader, input)
    found.push(...page.rows.map(row => row.eventId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

describe.each(['desc', 'asc'] as const)('a part of a text, by time %s', direction => {
  test.each([
    ['email', 'nobody', 0],
    ['email', 'r4999@', 3],
    ['email', 'R117', 33],
    ['email', '7@SHOP7.', 375],
    ['email', 'shop', events],
    ['userName', 'zoë 1', 2036],
  ] as const)(
    '%s has %s: every event once, in order, whatever page or environment it is on',
    async (column, value, count) => {
      const stored = column === 'email' ? sql.ref('email') : sql.ref('user_name')
      for (const environments of [scope, scope.slice(0, 1)]) {
        const { rows } = await sql<{
          event_id: string
        }>`select event_id from event where ${stored} ilike ${`%${value}%`} and environment_id = any(${environments}::uuid[])
        order by at ${sql.raw(direction)}, event_id ${sql.raw(direction)}`.execute(store.db)
        if (environments === scope) expect(rows).toHaveLength(count)
        expect(await allPages(column, value, direction, environments)).toEqual(rows.map(row => row.event_id))
      }
    },
  )
})
