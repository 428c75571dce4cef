import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuthorityLimit } from '../../contract/cases/case-authority.ts'
import type { Case } from '../../contract/index.ts'
import { type CaseBench, caseIds, openCaseBench, resetCaseBench } from './testing/case-bench.ts'

let bench: CaseBench
let highValue = ''
beforeAll(async () => {
  bench = await openCaseBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await resetCaseBench(bench)
  await bench.store.db.deleteFrom('case_authority').execute()
  highValue = await bench.queue('High Value Orders', { supervisors: [bench.people.Sofia ?? ''] })
  await bench.route('R1', 'ROUTETO Queue("High Value Orders") WHEN @"purchase.request.totalAmount" > 1000')
  await bench.send({ id: 'P-1001', amount: 2500 })
  await bench.send({ id: 'P-1002', amount: 1800 })
  bench.at('09:05:01')
})

const approve = { decision: 'Approve', reason: 'Low risk' }
const limit = (name: string, amountUsd: number | null, as = 'Max', environmentId: string = caseIds.root) =>
  bench.call<AuthorityLimit[]>(as, 'PUT', `${environmentId}/casemanagement/authority`, {
    limits: [{ userId: bench.people[name], amountUsd }],
  })
const decide = async (as: string, id: string, choice: object = approve) => {
  const { json } = await bench.onCase(as, id, '/lock', {})
  return (await bench.onCase(as, id, '/decision', { leaseToken: json.own.leaseToken, ...choice })).json
}

describe('the authority of a reviewer', () => {
  it('lets a second person agree above the limit, and nobody below', async () => {
    await limit('Ana', 1800_00)
    expect((await decide('Ana', 'P-1002')).state).toBe('Decided')
    expect((await decide('Ana', 'P-1001')).state).toBe('AwaitingApproval')
    expect((await bench.onCase('Ana', 'P-1001', '/approval', approve)).status).toBe(403)
    expect((await bench.onCase<Case>('Sofia', 'P-1001', '/approval', approve)).json).toMatchObject({
      state: 'Decided',
      outcome: { by: { name: 'Ana' }, approvedBy: { name: 'Sofia' } },
    })
  })

  it('concerns approvals, and this person alone', async () => {
    await limit('Ana', 0)
    expect((await decide('Ana', 'P-1001', { decision: 'Reject', reason: 'Abuse' })).state).toBe('Decided')
    expect((await decide('Ben', 'P-1002')).state).toBe('Decided')
  })

  it('sends bulk decisions for approval, and the first person can take them back', async () => {
    await limit('Ben', 2000_00)
    const ids = ['P-1001', 'P-1002']
    const { json } = await bench.call<{ id: string; result: string }[]>(
      'Ben',
      'POST',
      `${caseIds.root}/casemanagement/bulk-decisions`,
      { cases: ids.map(id => ({ environmentId: caseIds.root, eventType: 'purchase', id })), ...approve },
    )
    expect(json.map(({ result }) => result)).toEqual(['sentForApproval', 'applied'])
    expect(await bench.list('Ben', highValue, 'awaitingApproval')).toEqual(['P-1001'])
    expect((await bench.onCase('Ana', 'P-1001', '/approval/withdraw')).status).toBe(403)
    expect((await bench.onCase('Ben', 'P-1001', '/approval/withdraw')).json).toMatchObject({ state: 'Pending' })
    await decide('Ben', 'P-1001')
    await bench.onCase('Sofia', 'P-1001', '/approval', approve)
    expect((await bench.onCase('Ben', 'P-1001', '/approval/withdraw')).status).toBe(409)
  })

  it('applies to the environments below, unless they have a limit of their own', async () => {
    await limit('Ana', 100_00)
    const inherited = await bench.call<AuthorityLimit[]>('Max', 'GET', `${caseIds.eu}/casemanagement/authority`)
    expect(inherited.json.find(({ name }) => name === 'Ana')).toMatchObject({
      amountUsd: null,
      inherited: { amountUsd: 100_00, environmentName: 'contoso' },
    })
    await bench.send({ id: 'E-1', amount: 200, environmentId: caseIds.eu })
    await bench.send({ id: 'E-2', amount: 200, environmentId: caseIds.eu })
    bench.at('09:11')
    const decideBelow = async (id: string) => {
      const path = `${caseIds.eu}/casemanagement/cases/purchase/${id}`
      const { json } = await bench.call<Case>('Ana', 'POST', `${path}/lock`, {})
      const leaseToken = json.own.leaseToken
      return (await bench.call<Case>('Ana', 'POST', `${path}/decision`, { leaseToken, ...approve })).json.state
    }
    expect(await decideBelow('E-1')).toBe('AwaitingApproval')
    await limit('Ana', 500_00, 'Max', caseIds.eu)
    expect(await decideBelow('E-2')).toBe('Decided')
  })

  it('is changed by managers, is audited, and can be taken away', async () => {
    expect((await limit('Ana', 1, 'Ana')).status).toBe(403)
    expect((await limit('Sam', 1)).json).toMatchObject({ details: { issues: [{ path: ['limits', 0, 'userId'] }] } })
    expect((await limit('Ana', -1)).status).toBe(422)
    await limit('Ana', 5_00)
    expect((await limit('Ana', null)).json.find(({ name }) => name === 'Ana')).toMatchObject({ amountUsd: null })
    const audited = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_name', 'before', 'after'])
      .where('resource_type', '=', 'CaseAuthority')
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { resource_name: 'Ana', before: { amountUsd: null }, after: { amountUsd: 5_00 } },
      { resource_name: 'Ana', before: { amountUsd: 5_00 }, after: { amountUsd: null } },
    ])
  })
})
