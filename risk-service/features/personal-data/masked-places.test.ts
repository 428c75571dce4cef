import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRule, type CaseBench, caseIds, openCaseBench } from '../cases/testing/case-bench.ts'
import { allKinds, customerCalls, filter, leaks, secrets } from './testing/customer.ts'

let bench: CaseBench
let customer: ReturnType<typeof customerCalls>
beforeAll(async () => {
  bench = await openCaseBench({ hasVelocities: true })
  customer = customerCalls(bench)
})
afterAll(() => bench.close())
beforeEach(() => customer.reset())

/** Every call whose answer has values of events, by its place in the product. */
const places: Record<string, (as: string) => Promise<{ status: number; json: unknown }>> = {
  'search results': as => customer.search(as),
  'event page and JSON view': as => customer.detail(as),
  'look-up by id': as => bench.call(as, 'GET', `${caseIds.root}/events?id=P-1`),
  'link analysis and graph': as => bench.call(as, 'GET', `${caseIds.root}/events/purchase/P-1/linked`),
  'queue grid': as => customer.generalCases(as),
  'case view': as => bench.call(as, 'GET', `${caseIds.root}/casemanagement/cases/purchase/P-1`),
  export: as =>
    bench.call(as, 'POST', `${caseIds.root}/search/export`, { eventType: 'purchase', filter, columns: 'all' }),
  'export of the shown columns': as =>
    bench.call(as, 'POST', `${caseIds.root}/search/export`, {
      eventType: 'purchase',
      filter,
      columns: [
        { column: 'email', name: 'E-mail' },
        { column: 'ip', name: 'IP' },
      ],
    }),
  'unfinished work': as => bench.call(as, 'GET', `${caseIds.root}/casemanagement/unfinished`),
  'case history': as => bench.call(as, 'GET', `${caseIds.root}/casemanagement/cases/purchase/P-1/history`),
  'latest reviews': as => bench.call(as, 'GET', `${caseIds.root}/dashboard/reviews`),
  'what would change the decision': as => bench.call(as, 'GET', `${caseIds.root}/events/purchase/P-1/counterfactuals`),
  'timeline of processing': as => bench.call(as, 'POST', `${caseIds.root}/events/purchase/P-3/timeline`, {}),
  'run with today’s rules': as => bench.call(as, 'GET', `${caseIds.root}/events/purchase/P-1/rerun`),
  'support candidates': as => bench.call(as, 'POST', `${caseIds.root}/support/find`, { text: '2208', key: 'lastFour' }),
  'support summary': as =>
    bench.call(as, 'POST', `${caseIds.root}/support/summary`, { account: { type: 'user', value: 'U-1' } }),
  'support purchases': as =>
    bench.call(as, 'POST', `${caseIds.root}/support/transactions`, { account: { type: 'user', value: 'U-1' } }),
  'support purchase': as => bench.call(as, 'POST', `${caseIds.root}/support/transaction`, { id: 'P-1' }),
}

/** Places that show values of events only in some of their entries. */
const withoutValues = new Set(['case history', 'what would change the decision', 'unfinished work', 'latest reviews'])

/** What a rule can read of an event and return, under names that are not those of personal fields. */
const reading =
  'DO SetVariables(a=@"user.email", b=@"user.lastName", c=@"customData.dateOfBirth", d=@"paymentInstrumentList[0].bin") WHEN Velocity.emailAttempts(@"user.email", 7d) + Velocity.emailAttempts(@"user.lastName", 7d) + Velocity.emailAttempts(@"customData.dateOfBirth", 7d) + Velocity.emailAttempts(@"paymentInstrumentList[0].bin", 7d) >= 0'
const answering =
  'RETURN Review(@"user.email", @"user.lastName"), Output(z=@"user.email", y=@"shippingAddress.street1")'

describe('what rules read and return', () => {
  it('is masked in the timeline and in a run with today’s rules', async () => {
    await customer.saveProfile({ ManualReviewAnalyst: allKinds, SupportAgent: allKinds, FraudEngineer: allKinds }, 1)
    await addRule(bench.store, { name: 'Reads', text: reading, type: 'decision', position: -2 })
    await addRule(bench.store, { name: 'Answers', text: answering, type: 'decision', position: -1 })
    await bench.engine.reloadRules()
    await customer.purchase('P-3')
    const read = async (as: string, id: string) => ({
      timeline: (await bench.call(as, 'POST', `${caseIds.root}/events/purchase/${id}/timeline`, {})).json,
      // P-1 was decided before the rules were there: the run differs in each of their values.
      rerun: (await bench.call(as, 'GET', `${caseIds.root}/events/purchase/P-1/rerun`)).json,
    })
    const open = await read('Max', 'P-3')
    const shown = expect.arrayContaining(['email', 'lastName', 'street', 'bin', 'born'])
    expect(leaks(JSON.stringify(open.timeline))).toEqual(shown)
    expect(leaks(JSON.stringify(open.rerun))).toEqual(shown)
    const masked = await read('Finn', 'P-3')
    expect(leaks(JSON.stringify(masked.timeline))).toEqual([])
    expect(leaks(JSON.stringify(masked.rerun))).toEqual([])
    expect(JSON.stringify(masked.timeline)).toContain('"args":["k***@contoso.com"]')
    expect(masked.rerun).toMatchObject({ now: { reason: 'k***@contoso.com', supportMessage: 'M.' } })
  })
})

describe('masked places', () => {
  // The rule decides nothing: what it reads and sets stands in the timeline and in a run with today's rules.
  beforeEach(async () => {
    await addRule(bench.store, { name: 'Reads', text: reading, type: 'decision', position: -1 })
    await bench.engine.reloadRules()
    await customer.purchase('P-3')
  })
  it.each(Object.keys(places))('%s has no full value for a masked role, and all for another', async place => {
    const call = places[place] as (typeof places)[string]
    const masked = await call('Ana')
    expect(masked.status, JSON.stringify(masked.json)).toBe(200)
    expect(leaks(JSON.stringify(masked.json))).toEqual([])
    const open = await call('Max')
    expect(open.status).toBe(200)
    // The test would miss a place that has no values at all.
    if (!withoutValues.has(place)) expect(leaks(JSON.stringify(open.json))).not.toEqual([])
  })
  it('shows the parts that the rules leave', async () => {
    const { json } = await customer.search('Ana')
    expect(json.rows[0]).toMatchObject({
      email: 'k***@contoso.com',
      phone: '***47',
      userName: 'K. M.',
      ip: '203.0.113.***',
      bin: '***',
      lastFour: '2208',
      userId: 'U-1',
      deviceId: 'D-1',
    })
    const { request, entities } = (await customer.detail('Ana')).json
    expect(request).toMatchObject({
      shippingAddress: { firstName: 'K.', lastName: 'M.', phoneNumber: '***47', street1: '***', city: 'Hellerup' },
      paymentInstrumentList: [{ merchantPaymentInstrumentId: '***c7d1', lastFourDigits: '2208', holderName: 'K. M.' }],
      customData: { dateOfBirth: '***', remark: 'wrote from k***@contoso.com twice' },
    })
    expect(entities.find(({ type }) => type === 'email')).toMatchObject({ value: 'k***@contoso.com' })
  })
  it('shows every value to roles without a profile, and by default to all', async () => {
    expect(leaks(JSON.stringify((await customer.detail('Max')).json))).toEqual(
      Object.keys(secrets).filter(name => name !== 'digits' || JSON.stringify(secrets).includes('digits')),
    )
    await customer.saveProfile({}, 1)
    expect((await customer.search('Ana')).json.rows[0]).toMatchObject({ email: secrets.email })
  })
  it('masks only the kinds of the profile, and what one role may see is shown', async () => {
    await customer.saveProfile({ ManualReviewAnalyst: ['ip'], SupportAgent: allKinds }, 1)
    expect((await customer.search('Ana')).json.rows[0]).toMatchObject({ email: secrets.email, ip: '203.0.113.***' })
    await bench.store.db
      .insertInto('role_assignment')
      .values({
        tenant_id: caseIds.tenant,
        principal_id: bench.people.Ana ?? '',
        role: 'AllAreasViewer',
        environment_id: caseIds.root,
      })
      .execute()
    expect((await customer.search('Ana')).json.rows[0]).toMatchObject({ ip: secrets.ip })
    await bench.store.db
      .deleteFrom('role_assignment')
      .where('principal_id', '=', bench.people.Ana ?? '')
      .where('role', '=', 'AllAreasViewer')
      .execute()
  })
})
