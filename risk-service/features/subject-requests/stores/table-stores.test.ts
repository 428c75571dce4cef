import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectStoreNames } from '../../../contract/index.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore } from '../../../kernel/store/testing/test-store.ts'
import { eventTables } from './event-tables.ts'
import { tableStores } from './table-stores.ts'
import { valueStepNames } from './value-steps.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

describe('the tables of the database', () => {
  it('each have a line of the dry run, or a reason for none', async () => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(store.db)
    const left = rows.map(({ name }) => name).filter(name => !(name in tableStores) && !foreign.has(name))
    expect(left).toEqual([])
    const names = new Set(rows.map(({ name }) => name))
    expect(Object.keys(tableStores).filter(name => !names.has(name))).toEqual([])
  })

  it('whose line says that something is deleted or replaced are all removed from', () => {
    const done = new Set([
      ...eventTables.map(({ table }) => table),
      ...valueStepNames({ tenantId: '', environmentIds: [] }).map(name => name.split(' ')[1]),
      // By statements of their own.
      'event_entity',
      'event_outbox',
      'traced_event',
      'audit_log',
      'subject_request_event',
      // No words of a person: who reviewed for how long, and which facts of a summary helped.
      'case_activity',
      'case_summary_rating',
    ])
    const lines = new Set<string>(subjectStoreNames.slice(0, subjectStoreNames.indexOf('velocities')))
    const open = Object.entries(tableStores).filter(([table, line]) => lines.has(line) && !done.has(table))
    expect(open).toEqual([])
  })
})

/** Of Kysely, of the embedded sign-in and of the former generation. */
const foreign = new Set(['kysely_migration', 'kysely_migration_lock'])
