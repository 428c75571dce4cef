import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LossEntity, LossReason } from '../../../../contract/index.ts'
import { loadEntity } from '../../../../features/loss-prevention/reads/load-entity.ts'
import { loadSummary } from '../../../../features/loss-prevention/reads/load-summary.ts'
import type { LossCall } from '../../../../features/loss-prevention/reads/report-reads.ts'
import { demoEnvironmentIds } from '../../../../kernel/identity/demo-tenants.ts'
import { newId } from '../../../../kernel/store/new-id.ts'
import type { Store } from '../../../../kernel/store/store.ts'
import { createTestStore, silentLog } from '../../../../kernel/store/testing/test-store.ts'
import { seedTenants } from '../seed-tenants.ts'
import { seedLossPrevention } from './seed-loss-prevention.ts'

const now = new Date('2026-11-20T12:00:00Z')
const filter = { scoreFrom: 0, scoreTo: 999 }
let store: Store
let call: LossCall
beforeAll(async () => {
  store = await createTestStore()
  await seedTenants(store.db)
  await seedLossPrevention(store.db, now)
  call = {
    db: store.db,
    ports: { db: store.db, clock: () => now, newId, log: silentLog } as LossCall['ports'],
    principal: { tenantId: newId(), id: newId(), name: 'Auditor', username: 'auditor', wids: [], assignments: [] },
    actorRoles: [],
    tree: new Map() as unknown as LossCall['tree'],
    correlationId: 'test',
    environmentId: demoEnvironmentIds.harborEu,
  }
})
afterAll(() => store.close())

async function pseudonymOf(id: string): Promise<string> {
  const row = await store.db
    .selectFrom('loss_entity')
    .select('pseudonym')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.pseudonym
}
const fileOf = async (name: string): Promise<LossEntity> =>
  loadEntity(call, { ...filter, kind: 'staff', id: await pseudonymOf(name) })
const levels = ({ months }: LossEntity, reason: LossReason) => months.map(({ reasons }) => reasons[reason]?.level)

it('those whose work does not add up rank first', async () => {
  const { staff, months, status } = await loadSummary(call, { ...filter, monthFrom: '2026-09' })
  expect({ status, months: months.length }).toEqual({ status: 'ready', months: 8 })
  const first = staff.top.slice(0, 2).map(({ id }) => id)
  expect(first.sort()).toEqual([await pseudonymOf('victor.lima'), await pseudonymOf('irene.duarte')].sort())
})

it('a score of too few transactions is marked as such', async () => {
  const { staff } = await loadSummary(call, filter)
  const levelOf = async (name: string) => {
    const id = await pseudonymOf(name)
    return staff.top.find(each => each.id === id)?.level
  }
  expect(await levelOf('gil.carmo')).toBe('uncertain')
  expect(await levelOf('victor.lima')).toBe('high')
})

it('invented returns rise in the last months, and are high among all', async () => {
  const file = await fileOf('victor.lima')
  expect(levels(file, 'cashReturnRatio').slice(-4)).toEqual(['high', 'high', 'high', 'high'])
  expect(file.months.slice(0, 4).every(({ score }) => score < 560)).toBe(true)
  expect(file.months.slice(-4).every(({ score }) => score >= 560)).toBe(true)
})

it('the service desk is like its peers, and few transactions are never called high', async () => {
  const desk = await Promise.all(['olga.freitas', 'rui.barros', 'ana.teles', 'pedro.simoes'].map(fileOf))
  expect(desk.flatMap(file => levels(file, 'returnRatio')).filter(level => level === 'high')).toEqual([])
  expect(desk.flatMap(file => levels(file, 'returnRatio'))).toContain('likePeers')
  const rare = await fileOf('gil.carmo')
  expect(rare.months.flatMap(({ reasons }) => Object.values(reasons)).map(({ level }) => level)).not.toContain('high')
})
