import { fetchClientToken, generateLoad } from '../decisions/decisions.ts'
import { limitedRow, median, ms, perSecond, quantile, type Row, type Service } from '../support/harness.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { benchQueue, decidedCases, reviewedShare } from './case-fixture.ts'
import { benchCockpit } from './cockpit.ts'

interface Answer {
  case: { eventType: string; externalId: string; own: { leaseToken: string | null } } | null
}
type Call = <T>(method: string, path: string, body?: unknown) => Promise<{ took: number; json: T; status: number }>

/** One person waits for an answer while others work at a person's pace. */
const reviewers = ['analyst'] as const

/** Returns the calls of an account of the demo in case management. */
export async function callAs(service: Service, account: string, environmentId: string): Promise<Call> {
  const token = await fetchUserToken(service, `${account}@harbor.example`)
  return async <T>(method: string, path: string, body?: unknown) => {
    const started = performance.now()
    const response = await fetch(`${service.url}/api/console/v1/environments/${environmentId}/casemanagement/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as T
    return { took: performance.now() - started, json, status: response.status }
  }
}

/**
 * Work on a queue of many cases while purchases arrive: the list, the reviews of a person, bulk decisions.
 * @param arriving decisions a second during the measurement
 */
export async function benchCases(
  service: Service,
  { tenantId, environmentId }: { tenantId: string; environmentId: string },
  cases: number,
  arriving = 300,
): Promise<Row[]> {
  const calls = await Promise.all(reviewers.map(account => callAs(service, account, environmentId)))
  const [first] = calls
  if (first === undefined) throw new Error('There is no reviewer.')
  const end = new AbortController()
  const load = generateLoad(
    {
      url: service.url,
      token: await fetchClientToken(service.url, tenantId),
      environmentId,
      mode: 'open',
      clients: 32,
      rate: arriving,
      windows: 1000,
      windowSeconds: 5,
      prefix: `cases-${Date.now()}`,
    },
    end.signal,
  )
  try {
    const list = await repeat(30, () => first('POST', `queues/${benchQueue.id}/cases`, { view: 'pending', limit: 50 }))
    const overview = await repeat(20, () => first('GET', 'queues'))
    const clicks = await Promise.all(calls.map(call => review(call, 100)))
    const decisions = clicks.flatMap(each => each.decided)
    const opens = clicks.flatMap(each => each.opened)
    const bulk = await decideInBulk(first)
    const saving = await orderBySaving(await callAs(service, 'fraud-manager', environmentId), first)
    const inBrowser = await benchCockpit(service, environmentId)
    const note = `${cases.toLocaleString('en-US')} open cases, ${arriving} decisions/s arriving`
    return [
      limitedRow('First 50 rows of a queue, p95', quantile(list, 0.95), ms, '<', 200, note),
      limitedRow('Overview of the queues with counts, p95', quantile(overview, 0.95), ms, '<', 200, note),
      limitedRow(
        'Decision to next case, p95',
        quantile(decisions, 0.95),
        ms,
        '<',
        100,
        `decide and start the next, ${decisions.length} times without a pause; p50 ${ms(median(decisions))}`,
      ),
      limitedRow('Open a case, p95', quantile(opens, 0.95), ms, '<', 400, 'the case without its event'),
      limitedRow('Bulk decision of 200 cases', bulk, ms, '<', 2000, note),
      limitedRow(
        'Order a queue by expected saving',
        saving.ordered,
        ms,
        '<',
        10_000,
        `measures ${decidedCases.toLocaleString('en-US')} decided cases, places ${cases.toLocaleString('en-US')} open ones`,
      ),
      limitedRow('First 50 rows by expected saving, p95', quantile(saving.list, 0.95), ms, '<', 200, note),
      ...inBrowser,
    ]
  } finally {
    end.abort()
    await load.catch(() => [])
  }
}

/** Orders the queue by the expected saving, as a manager does, and reads its list. */
async function orderBySaving(manager: Call, reviewer: Call): Promise<{ ordered: number; list: number[] }> {
  const path = `queues/${benchQueue.id}`
  const { json: queue } = await manager<{ version: number; name: string; defaultAction: string }>('GET', path)
  const { version: baseVersion, name, defaultAction } = queue
  const settings = { name, defaultAction, timeoutMinutes: 43_200, orderBy: 'expectedSaving', direction: 'descending' }
  const { took, status } = await manager('PATCH', path, { baseVersion, settings })
  if (status !== 200) throw new Error(`The order was answered with ${status}.`)
  await manager('PUT', 'costs', { costs: { hourlyCostUsd: 40_00, margin: null } })
  return {
    ordered: took,
    list: await repeat(30, () => reviewer('POST', `${path}/cases`, { view: 'pending', limit: 50 })),
  }
}

/** Returns the time of each of several calls. */
export async function repeat(rounds: number, run: () => Promise<{ took: number; status: number }>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { took, status } = await run()
    if (status !== 200) throw new Error(`A call was answered with ${status}.`)
    times.push(took)
  }
  return times
}

/** Reviews cases one after another: opens each, decides it and starts the next. */
async function review(call: Call, count: number): Promise<{ decided: number[]; opened: number[] }> {
  const times = { decided: [] as number[], opened: [] as number[] }
  let { json } = await call<Answer>('POST', `queues/${benchQueue.id}/next`, {})
  for (let done = 0; done < count && json.case !== null; done++) {
    const { eventType, externalId, own } = json.case
    times.opened.push((await call('GET', `cases/${eventType}/${externalId}`)).took)
    const started = performance.now()
    const { status } = await call('POST', `cases/${eventType}/${externalId}/decision`, {
      leaseToken: own.leaseToken,
      decision: 'Approve',
      reason: 'Low risk',
    })
    if (status !== 200) throw new Error(`A decision was answered with ${status}.`)
    json = (await call<Answer>('POST', `queues/${benchQueue.id}/next`, {})).json
    times.decided.push(performance.now() - started)
  }
  return times
}

async function decideInBulk(call: Call): Promise<number> {
  const { json } = await call<{ rows: { environmentId: string; eventType: string; externalId: string }[] }>(
    'POST',
    `queues/${benchQueue.id}/cases`,
    { view: 'pending', limit: 200 },
  )
  const refs = json.rows.map(({ environmentId, eventType, externalId }) => ({
    environmentId,
    eventType,
    id: externalId,
  }))
  const { took, json: results } = await call<{ result: string }[]>('POST', 'bulk-decisions', {
    cases: refs,
    decision: 'Reject',
    reason: 'Abuse',
  })
  const applied = results.filter(({ result }) => result === 'applied').length
  if (applied < 190) throw new Error(`Only ${applied} of ${refs.length} cases were decided.`)
  return took
}

/** Decisions a second of one service, closed loop, for the comparison with and without cases. */
export async function measureRate(
  service: Service,
  { tenantId, environmentId }: { tenantId: string; environmentId: string },
  options: { windows: number; windowSeconds: number; backfill: boolean },
): Promise<{ perSecond: number; p99: number }> {
  const order = {
    url: service.url,
    token: await fetchClientToken(service.url, tenantId),
    environmentId,
    mode: 'closed' as const,
    clients: 32,
    rate: 600,
    backfill: options.backfill,
  }
  await generateLoad({ ...order, windows: 1, windowSeconds: 5, prefix: `warm-${Date.now()}` })
  const windows = await generateLoad({
    ...order,
    windows: options.windows,
    windowSeconds: options.windowSeconds,
    prefix: `rate-${Date.now()}`,
  })
  return {
    perSecond: median(windows.map(each => each.perSecond)),
    p99: median(windows.map(each => each.p99)),
  }
}

/** Compares the medians of both kinds of runs. */
export function rateRows(
  without: readonly { perSecond: number; p99: number }[],
  withCases: readonly { perSecond: number; p99: number }[],
): Row[] {
  const middle = (runs: readonly { perSecond: number; p99: number }[], key: 'perSecond' | 'p99') =>
    median(runs.map(run => run[key]))
  const base = middle(without, 'perSecond')
  return [
    limitedRow(
      'Decisions with ten routing rules and cases',
      middle(withCases, 'perSecond'),
      perSecond,
      '>',
      base * 0.95,
      `${reviewedShare * 100} % of the events become cases; without both ${perSecond(base)}, in turns in the same run; p99 ${ms(middle(withCases, 'p99'))} and ${ms(middle(without, 'p99'))}`,
    ),
  ]
}
