import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { places } from '../../../http/console-api/testing/console-bench.ts'
import { loadKeys } from '../../../kernel/identity/signing-keys.ts'
import { createLiveHub } from '../../../kernel/live/live-hub.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { linkEntries } from '../../activity-log/chain/link-entries.ts'
import { openResourceBench, type ResourceBench } from '../../lifecycle/testing/resource-bench.ts'
import { runSubjectRequests } from '../jobs/run-requests.ts'
import type { ReceiptSigner } from '../receipts/receipt.ts'

export const benchNow = new Date('2025-11-20T12:00:00Z')

export interface SubjectBench extends ResourceBench {
  db: Db
  ports: Ports
  signer: ReceiptSigner
  /** Links the activity log and runs the job once. */
  run: (change?: Partial<Ports>) => Promise<{ again: number | null }>
  /** Decides a purchase of a person; returns its id. */
  buy: (person: Person, more?: object, environmentId?: string) => Promise<string>
}

export interface Person {
  user: string
  email: string
  device: string
  phone: string
}

/** A person whose every value is unlike those of others. */
export const createPerson = (name: string): Person => ({
  user: `u_${name}_3ac95f10`,
  email: `${name}.unlike@example.org`,
  device: `device-${name}-77aa`,
  phone: `+4912345${name.length}6789`,
})

/** Opens the console API with the real engine, and the job of subject requests beside it. */
export async function openSubjectBench(): Promise<SubjectBench> {
  const bench = await openResourceBench()
  const { db } = bench.bench.store
  let now = benchNow
  const ports: Ports = { db, clock: () => now, newId: () => randomUUID(), log: silentLog }
  const keys = await loadKeys({ db, log: silentLog, secretKey: 'secret key of the test of subject requests' })
  const [publicJwk = {}] = keys.publicJwks.keys
  const signer: ReceiptSigner = { privateJwk: keys.privateJwk, publicJwk }
  const live = createLiveHub({ epoch: 'test' })
  return {
    ...bench,
    db,
    ports,
    signer,
    at: time => {
      now = time
      bench.at(time)
    },
    async run(change = {}) {
      while ((await linkEntries(ports, signer)).more) continue
      return runSubjectRequests({ ports: { ...ports, ...change }, live, loadSigner: () => Promise.resolve(signer) })
    },
    async buy({ user, email, device, phone }, more = {}, environmentId = places.root) {
      const id = `P-${randomUUID()}`
      await bench.decide(
        {
          purchaseId: id,
          user: { userId: user, email, phoneNumber: phone, firstName: 'Ann' },
          deviceContext: { deviceContextId: randomUUID(), externalDeviceId: device, ipAddress: '203.0.113.10' },
          ...more,
        },
        environmentId,
      )
      return id
    },
  }
}

interface Column {
  table: string
  column: string
  type: string
}

/** Returns every column of the database, partitions apart, that has texts, documents or bytes. */
async function textColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
    join pg_class t on t.relname = c.table_name and not t.relispartition and t.relkind in ('r', 'p')
      and t.relnamespace = 'public'::regnamespace
    where c.table_schema = 'public' and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
    order by 1, 2`.execute(db)
  return rows
}

/** Returns the columns in which one of these values occurs, in any letter case, as `table.column`. */
export async function findValues(db: Db, values: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { table, column, type } of await textColumns(db)) {
    const text = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.join(
      values.map(value => sql`strpos(lower(${text}), ${value.toLowerCase()}) > 0`),
      sql` or `,
    )}`.execute(db)
    if ((rows[0]?.n ?? 0) > 0) found.push(`${table}.${column}`)
  }
  return found
}
