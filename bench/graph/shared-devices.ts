import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runInSlices } from '../../risk-service/contract/index.ts'
import { findRings } from '../../risk-service/engine/graph/rings/find-rings.ts'
import type { RingEvent } from '../../risk-service/engine/graph/rings/types.ts'
import { type Row, root } from '../support/harness.ts'

/** Public sign-ups with the first purchase of each, when they lie beside the project; they are not part of it. */
const file = path.join(root, '../shared/data/ecommerce_signup_purchase.csv.gz')
/** Accounts of the smallest ring. */
const ringUsers = 3
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/**
 * How many of the accounts in rings are fraud, and how many of the fraudulent accounts are in rings, where rings are
 * made of devices and addresses of the internet; the labels of the data are not used to find them.
 */
export async function measureSharedDevices(): Promise<Row[]> {
  const source = [file, process.env['BENCH_SIGNUPS'] ?? ''].find(name => name !== '' && existsSync(name))
  if (source === undefined)
    return [
      { name: 'Rings by shared devices', value: 'not measured', note: 'ecommerce_signup_purchase.csv.gz is missing' },
    ]
  const { events, fraud } = readSignups(gunzipSync(readFileSync(source)).toString('utf8'))
  const byDevice = events.map(event => ({ ...event, entities: event.entities.filter(({ type }) => type === 'device') }))
  return [
    // Rings as the product has them need two shared entities; the address of the internet stands for the second one here.
    ...(await measure('device and address', events, fraud, async () => {
      const rings = await runInSlices(findRings(events, { hubLinks: 200, crowd: 10, baseRate: 0 }))
      return rings.filter(({ evidence }) => evidence !== null).map(({ users }) => [...users.keys()])
    })),
    // By one entity there are no rings: what a rule finds that counts the accounts of a device, with no evidence.
    ...(await measure('device alone', events, fraud, async () =>
      [...Map.groupBy(byDevice, ({ entities }) => entities[0]?.value ?? '').values()]
        .map(of => [...new Set(of.flatMap(({ user }) => user ?? []))])
        .filter(users => users.length >= ringUsers),
    )),
  ]
}

/** Measures groups of accounts against the labels. */
async function measure(
  by: string,
  events: readonly RingEvent[],
  fraud: ReadonlySet<string>,
  group: () => Promise<string[][]>,
): Promise<Row[]> {
  const started = performance.now()
  const groups = await group()
  const took = performance.now() - started
  const users = groups.flat()
  const caught = users.filter(user => fraud.has(user)).length
  return [
    {
      name: `Accounts of rings by ${by} that are fraud (purity)`,
      value: percent(users.length === 0 ? 0 : caught / users.length),
      note: `${groups.length} rings of ${users.length} accounts among ${events.length}; ${Math.round(took)} ms`,
    },
    {
      name: `Fraudulent accounts that are in rings by ${by} (recall)`,
      value: percent(fraud.size === 0 ? 0 : caught / fraud.size),
      note: `${fraud.size} fraudulent accounts; base rate ${percent(fraud.size / events.length)}`,
    },
  ]
}

function readSignups(text: string): { events: RingEvent[]; fraud: Set<string> } {
  const [head = '', ...lines] = text.trim().split('\n')
  const columns = head.split(',')
  const at = (name: string): number => columns.indexOf(name)
  const events: RingEvent[] = []
  const fraud = new Set<string>()
  for (const line of lines) {
    const cells = line.split(',')
    const cell = (name: string): string => cells[at(name)] ?? ''
    const user = cell('user_id')
    const ip = cell('ip_address')
    events.push({
      eventId: user,
      at: Date.parse(cell('purchase_time')),
      user,
      entities: [
        { type: 'device', value: cell('device_id') },
        ...(ip === '' ? [] : [{ type: 'address' as const, value: ip }]),
      ],
      signIn: false,
      bad: false,
      amountUsd: Number(cell('purchase_value')) * 100,
    })
    if (cell('is_fraud') === '1') fraud.add(user)
  }
  return { events, fraud }
}
