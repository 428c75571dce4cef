import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it } from 'vitest'
import { ensurePartitions } from '../maintenance/partitions.ts'
import { migrate, migrations } from '../migrate.ts'
import { createTestStore } from '../testing/test-store.ts'

it('stored purchases and account events of the last 90 days are counted at their postal codes', async () => {
  const store = await createTestStore()
  await sql`drop schema public cascade`.execute(store.db)
  await sql`create schema public`.execute(store.db)
  const provider = { getMigrations: () => Promise.resolve(migrations) }
  await new Migrator({ db: store.db, provider }).migrateTo('0059-received-labels')
  await ensurePartitions(store.db, new Date())
  const environment = '00000000-0000-4000-8000-00000000000a'
  const insert = async (number: number, type: string, request: object, days = 0) => {
    const id = `00000000-0000-4000-8000-00000000000${number}`
    await sql`insert into event (environment_id, at, event_id, event_type, external_id, assessment_type, decision, reason, risk_score)
      values (${environment}::uuid, now() - make_interval(days => ${days}::int), ${id}::uuid, ${type}, ${id}, 'Protect', 'Approve', '', 1)`.execute(
      store.db,
    )
    await sql`insert into event_body (environment_id, at, event_id, request, enrichment, explanation)
      select environment_id, at, event_id, ${JSON.stringify(request)}, '{}', '{}' from event where event_id = ${id}::uuid`.execute(
      store.db,
    )
  }
  await insert(1, 'purchase', {
    shippingAddress: { country: 'US', zipCode: '98101-1234' },
    paymentInstrumentList: [
      { billingAddress: { country: 'us', zipCode: ' 98101 ' } },
      { billingAddress: { country: 'GB', zipCode: 'SW1A 1AA' } },
      {},
    ],
  })
  await insert(2, 'accountcreation', {
    address: [
      { addressType: 'Alternative', countryRegion: 'DE', zipCode: '10115' },
      { addressType: 'Primary', countryRegion: 'FR', zipCode: '75001' },
    ],
    paymentInstruments: [{ billingAddress: { countryRegion: 'IT', zipCode: '00118' } }],
  })
  await insert(3, 'purchase', { shippingAddress: { zipCode: '1' }, paymentInstrumentList: 'none', address: 'x' })
  await insert(4, 'purchase', { shippingAddress: { country: 'US', zipCode: '1' } }, 91)
  await migrate(store.db)
  const rows = await store.db
    .selectFrom('event_entity')
    .select(['event_type', 'entity_type', 'entity_value'])
    .orderBy('event_type')
    .orderBy('entity_value')
    .execute()
  expect(rows.map(row => Object.values(row).join(' '))).toEqual([
    'accountcreation postalCode fr 75001',
    'accountcreation postalCode it 00118',
    'purchase postalCode gb sw1a1aa',
    'purchase postalCode us 98101',
  ])
  await store.close()
})
