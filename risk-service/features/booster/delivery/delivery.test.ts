import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boosterTermsVersion } from '../../../contract/index.ts'
import {
  now as benchNow,
  type ConsoleBench,
  openConsoleBench,
  places,
} from '../../../http/console-api/testing/console-bench.ts'
import { silentLog } from '../../../kernel/store/testing/test-store.ts'
import type { BoosterDelivery, BoosterDispatch, BoosterRefusal } from '../../../ports/booster.ts'
import { storePurchase } from '../../review/testing/stored-purchase.ts'
import { cardPurchase } from '../testing/card-purchase.ts'
import { deliverMessages } from './deliver-messages.ts'
import { participantOf } from './participant-of.ts'
import { type ReadPurchases, takePurchases } from './take-purchases.ts'

let bench: ConsoleBench
let now = benchNow
let reached: Map<string, ReadPurchases>
let sent: (BoosterDispatch & { participant: string })[]
let refusal: BoosterRefusal | null
const participants = [
  { name: 'Any Visa', bins: [], networks: ['visa'] },
  { name: 'North Bank', bins: ['4532'], networks: [] },
]
const delivery: BoosterDelivery = {
  participants,
  send: (participant, dispatch) => {
    sent.push({ ...dispatch, participant })
    return Promise.resolve(refusal)
  },
}
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  const { db } = bench.store
  for (const table of [
    'booster_message',
    'booster_setting',
    'event',
    'event_body',
    'event_key',
    'event_entity',
  ] as const)
    await db.deleteFrom(table).execute()
  now = benchNow
  reached = new Map()
  sent = []
  refusal = null
})

const services = () => ({
  ports: { db: bench.store.db, clock: () => now, log: silentLog },
  delivery,
  placeOf: () => undefined,
})
/** Plans and sends what is due, so many seconds later. */
async function run(seconds = 0): Promise<void> {
  now = new Date(now.getTime() + seconds * 1000)
  await takePurchases(services(), reached)
  for (const participant of ['North Bank', 'Any Visa', null]) await deliverMessages(services(), participant)
}
const share = (holdOut = 0, environment_id: string = places.root, level: 'off' | 'standard' | 'raw' = 'standard') =>
  bench.store.db
    .insertInto('booster_setting')
    .values({
      environment_id,
      version: 1,
      level,
      hold_out: holdOut,
      hold_out_key: '30000000-0000-4000-8000-000000000001',
      terms: level === 'off' ? null : boosterTermsVersion,
      changed_at: new Date(benchNow.getTime() - 3_600_000),
      changed_by: places.tenant,
      changed_by_name: 'Maren',
      origin_id: environment_id,
      origin_name: 'Harbor',
    })
    .execute()
const store = (externalId: string, secondsAgo = 1, environmentId: string = places.root, request: object = {}) =>
  storePurchase(bench.store, {
    environmentId,
    externalId,
    at: new Date(now.getTime() - secondsAgo * 1000),
    request: { ...cardPurchase, purchaseId: externalId, ...request },
  })
const messages = () =>
  bench.store.db
    .selectFrom('booster_message')
    .select(['external_id', 'participant', 'state', 'attempts', 'failure'])
    .orderBy('external_id')
    .execute()

describe('the delivery of the acceptance booster', () => {
  it('sends a purchase once, with the bytes of its preview, to the bank of its card', async () => {
    await share()
    const eventId = await store('ord-1')
    await run()
    await run(1)
    const preview = await bench.call(
      'admin',
      'GET',
      `/environments/${places.root}/acceptance-booster/preview?level=standard&id=ord-1`,
    )
    expect(sent.map(({ participant, id, attempt }) => [participant, id, attempt])).toEqual([['North Bank', eventId, 1]])
    expect(new TextDecoder().decode(sent[0]?.body)).toBe((preview.json as unknown as { text: string }).text)
    expect(await messages()).toMatchObject([{ external_id: 'ord-1', state: 'sent', attempts: 1 }])
  })

  it('sends nothing where nothing is shared, nobody takes part, or it is too late', async () => {
    await store('ord-1')
    await run()
    await share(0, places.root)
    await share(0, places.eu, 'off')
    await share(0, places.box)
    await store('off', 1, places.eu)
    await store('sandbox', 1, places.box)
    await store('foreign', 1, places.foreign)
    await store('late', 700)
    await store('cash', 1, places.root, { paymentInstrumentList: [{ type: 'CashOnDelivery' }] })
    await store('other', 1, places.root, { paymentInstrumentList: [{ bin: '511111', lastFourDigits: '1111' }] })
    await bench.store.db
      .updateTable('event')
      .set({ assessment_type: 'Evaluate' })
      .where('external_id', '=', 'ord-1')
      .execute()
    await run()
    expect(sent).toEqual([])
    expect(await messages()).toEqual([])
  })

  it('sends purchases of environments below with their settings, and none from before the consent', async () => {
    await share(0, places.root, 'raw')
    await bench.store.db
      .updateTable('booster_setting')
      .set({ changed_at: new Date(now.getTime() - 5000) })
      .execute()
    await store('before', 10)
    await store('below', 1, places.us)
    await run()
    expect(sent.map(({ environmentId }) => environmentId)).toEqual([places.us])
    expect(new TextDecoder().decode(sent[0]?.body)).toContain('"email":')
  })

  it('finds a decision that was committed late', async () => {
    await share()
    await run()
    now = new Date(now.getTime() + 5000)
    await store('slow', 8)
    await run()
    expect(await messages()).toMatchObject([{ external_id: 'slow', state: 'sent' }])
  })

  it('reads a purchase that needs no message once, and what was committed late still', async () => {
    let bodies = 0
    const counting = bench.store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        bodies += result.rows.filter(row => 'request' in row).length
        return Promise.resolve(result)
      },
    })
    const take = (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
      return takePurchases({ ...services(), ports: { db: counting, clock: () => now } }, reached)
    }
    await share()
    await store('cash', 1, places.root, { paymentInstrumentList: [{ type: 'CashOnDelivery' }] })
    for (let second = 0; second < 20; second += 1) await take(1)
    expect(bodies).toBe(1)
    await store('other', 1, places.root, { paymentInstrumentList: [{ bin: '511111', lastFourDigits: '1111' }] })
    await take(1)
    expect(bodies).toBe(2)
    await store('slow', 8)
    expect(await take(1)).toBe(1)
    expect(bodies).toBe(3)
    // What no longer is read again is not in memory.
    await take(16)
    await take(1)
    expect(reached.get(places.root)?.seen.size).toBe(0)
  })

  it('notes the held-out share without sending it', async () => {
    await share(50)
    for (let index = 0; index < 40; index += 1) await store(`ord-${index}`)
    await run()
    const states = (await messages()).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['sent', 'heldOut']))
    expect(sent).toHaveLength(states.filter(state => state === 'sent').length)
  })

  it('tries again with growing pauses while the message is of use', async () => {
    await share()
    await store('ord-1')
    refusal = { failure: 'status', isFinal: false }
    await run()
    await run(4)
    expect(sent).toHaveLength(1)
    await run(1)
    expect(sent.map(({ attempt }) => attempt)).toEqual([1, 2])
    refusal = null
    await run(10)
    expect(await messages()).toMatchObject([{ state: 'sent', attempts: 3, failure: null }])
  })

  it('ends with the failure of its last attempt', async () => {
    await share()
    await store('final')
    refusal = { failure: 'status', isFinal: true }
    await run()
    await store('slow')
    refusal = { failure: 'timeout', isFinal: false }
    await run()
    await run(590)
    await run(60)
    expect(await messages()).toMatchObject([
      { external_id: 'final', state: 'failed', attempts: 1, failure: 'status' },
      { external_id: 'slow', state: 'failed', attempts: 2, failure: 'timeout' },
    ])
  })

  it('sends the messages of one participant alone, and ends those of one that takes part no more', async () => {
    await share()
    await store('bank')
    await store('visa', 1, places.root, { paymentInstrumentList: [{ lastFourDigits: '4417', bin: '400000' }] })
    await store('left')
    await takePurchases(services(), reached)
    await bench.store.db
      .updateTable('booster_message')
      .set({ participant: 'Gone' })
      .where('external_id', '=', 'left')
      .execute()
    const due = async () => (await messages()).flatMap(each => (each.state === 'waiting' ? [each.external_id] : []))
    expect(await deliverMessages(services(), 'Any Visa')).toEqual({ attempts: 1, more: false })
    expect(await due()).toEqual(['bank', 'left'])
    refusal = { failure: 'unknown', isFinal: true }
    expect(await deliverMessages(services(), null)).toEqual({ attempts: 1, more: false })
    expect(await due()).toEqual(['bank'])
    expect(sent.map(({ participant }) => participant)).toEqual(['Any Visa', 'Gone'])
  })

  it('sends nothing more once it is switched off', async () => {
    await share()
    await store('ord-1')
    await takePurchases(services(), reached)
    await bench.store.db.updateTable('booster_setting').set({ level: 'off', terms: null }).execute()
    await run()
    expect([sent, await messages()]).toMatchObject([[], [{ state: 'failed', failure: 'off' }]])
  })
})

describe('the receiver of a message', () => {
  const of = (instrument: object) => participantOf({ paymentInstrumentList: [instrument] }, participants)?.name
  it('is the bank of the card number, else its network', () => {
    expect(of({ lastFourDigits: '4417', bin: '453201' })).toBe('North Bank')
    expect(of({ lastFourDigits: '4417', bin: '400000' })).toBe('Any Visa')
    expect(of({ lastFourDigits: '4417', cardType: 'VISA' })).toBe('Any Visa')
    expect(of({ lastFourDigits: '4417', bin: '511111', cardType: 'Mastercard' })).toBeUndefined()
    expect(of({ bin: '453201' })).toBeUndefined()
  })
})
