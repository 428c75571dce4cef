import { randomUUID } from 'node:crypto'
import { demoEnvironmentIds } from '../../risk-service/kernel/identity/demo-tenants.ts'
import { fillEvents } from '../support/event-fixture.ts'
import { limitedRow, median, ms, perSecond, type Row, type Service } from '../support/harness.ts'
import { buildTextIndexes, openBenchPool, recountRollups } from '../support/store.ts'
import { fetchUserToken } from '../support/user-token.ts'
import { describeWindows, fetchClientToken, generateLoad } from './decisions.ts'
import type { LoadOrder, LoadWindow } from './load-generator.ts'

interface Ids {
  tenantId: string
  environmentId: string
}

/**
 * Limits of decisions while other work runs: their p99 at 600/s beside a back-test, and this share of their rate beside
 * a training.
 */
const limits = { p99: 25, share: 0.8, trainingSeconds: 60 }
const labelled = 40_000
/**
 * A back-test and a training end within seconds: this number, one after the other, yields enough windows for a median.
 */
const repetitions = 4

/**
 * Events of three months of both environments. In `trained` 40,000 have a label, about one in twenty of these fraud,
 * and more among large amounts: a pattern for the training.
 */
async function fillStore(service: Service, decided: string, trained: string, events: number): Promise<void> {
  const pool = await openBenchPool(service)
  try {
    for (const environmentId of [decided, trained]) await fillEvents(pool, environmentId, events, 90, () => undefined)
    await pool.query(
      `
      with chosen as (
        update event e set label = case when hashtext(e.external_id) % 40 = 0 or (e.amount_usd > 80000 and hashtext(e.external_id) % 4 = 0) then 'Fraud' else 'NonFraud' end
        from (select at, event_id from event where environment_id = $1 order by hashtext(external_id) limit $2) picked
        where e.environment_id = $1 and e.at = picked.at and e.event_id = picked.event_id
        returning e.external_id, e.label, e.at)
      insert into event_label (environment_id, label_key, object_type, object_id, is_fraud, label_at, received_at, body)
      select $1, 'Purchase/' || external_id, 'Purchase', external_id, label = 'Fraud', at + interval '7 days', at + interval '7 days', '{}' from chosen`,
      [trained, labelled],
    )
    await pool.query(
      `update event set label = null where environment_id = $1 and label is not null and external_id not in (select object_id from event_label where environment_id = $1)`,
      [trained],
    )
    for (const environmentId of [decided, trained]) await recountRollups(pool, environmentId)
    await buildTextIndexes(pool)
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/**
 * Decisions while a back-test runs, and while a model is trained, compared with the same load alone. The model of the
 * environment below is trained: a trained model makes decisions slower, and the events of the load would replace
 * labelled ones.
 */
export async function benchMixedLoad(
  service: Service,
  ids: Ids,
  windowSeconds: number,
  events = 250_000,
): Promise<Row[]> {
  await fillStore(service, ids.environmentId, demoEnvironmentIds.harborEu, events)
  const base = `${service.url}/api/console/v1/environments`
  const person = await fetchUserToken(service)
  const ask = async <T>(path: string, method = 'GET', body?: unknown): Promise<T> => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${person}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
    return (await answer.json()) as T
  }
  const ended = async (path: string): Promise<void> => {
    for (;;) {
      const { state, reason } = await ask<{ state: string; reason?: string | null }>(path)
      if (state === 'done') return
      if (state !== 'waiting' && state !== 'running')
        throw new Error(`${path} ended as ${state}${reason == null ? '' : `: ${reason}`}.`)
      await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  const order = {
    url: service.url,
    token: await fetchClientToken(service.url, ids.tenantId),
    environmentId: ids.environmentId,
    clients: 32,
    rate: 600,
    windowSeconds,
  }
  const load = (
    own: Pick<LoadOrder, 'mode' | 'windows'> & Partial<LoadOrder>,
    signal?: AbortSignal,
  ): Promise<LoadWindow[]> => generateLoad({ ...order, prefix: `beside-${Date.now()}`, ...own }, signal)
  const middle = (windows: readonly LoadWindow[], key: 'perSecond' | 'p50' | 'p99') =>
    median(windows.map(window => window[key]))
  /** The load during the work, and the duration of the work. */
  const during = async (own: Pick<LoadOrder, 'mode'> & Partial<LoadOrder>, work: () => Promise<void>) => {
    const stop = new AbortController()
    const windows = load({ ...own, windows: 10_000, windowSeconds: 2 }, stop.signal)
    await new Promise(resolve => setTimeout(resolve, 3000))
    const started = performance.now()
    try {
      await work()
    } finally {
      stop.abort()
    }
    const seconds = (performance.now() - started) / 1000
    // Windows measured before the work began are omitted.
    return { windows: (await windows).slice(2), seconds }
  }

  await load({ mode: 'closed', windows: 1, windowSeconds: 5 })
  const quiet = await load({ mode: 'open', windows: 3, warmUpSeconds: 2 })
  const pool = await openBenchPool(service)
  const {
    rows: [rule],
  } = await pool.query<{ id: string; body: unknown }>(
    `select id, body from rule where environment_id = $1 order by position limit 1`,
    [ids.environmentId],
  )
  await pool.end()
  const repeated = (work: () => Promise<void>) => async () => {
    for (let time = 0; time < repetitions; time++) await work()
  }
  const backtest = async () => {
    const path = `/${ids.environmentId}/backtests/${randomUUID()}`
    const now = Date.now()
    await ask(path, 'PUT', {
      eventType: 'purchase',
      subject: { kind: 'rule', ruleId: rule?.id, body: rule?.body },
      from: new Date(now - 91 * 86_400_000).toISOString(),
      to: new Date(now).toISOString(),
    })
    await ended(path)
  }
  const training = async () => {
    const id = randomUUID()
    await ask(`/${demoEnvironmentIds.harborEu}/models/risk/trainings/${id}`, 'PUT')
    await ended(`/${demoEnvironmentIds.harborEu}/models/trainings/${id}`)
  }
  const tested = await during({ mode: 'open' }, repeated(backtest))
  // A growing store makes decisions slower: each training is compared with a measurement without it just before.
  const alone: LoadWindow[] = []
  const beside: LoadWindow[] = []
  let trainingSeconds = 0
  for (let time = 0; time < repetitions; time++) {
    alone.push(...(await load({ mode: 'closed', windows: 8, windowSeconds: 2 })))
    const trained = await during({ mode: 'closed' }, training)
    beside.push(...trained.windows)
    trainingSeconds += trained.seconds / repetitions
  }
  return [
    {
      name: `Decisions with nothing else to do: rate; p50 and p99 at ${order.rate}/s`,
      value: perSecond(middle(alone, 'perSecond')),
      note: `${ms(middle(quiet, 'p50'))}; ${ms(middle(quiet, 'p99'))}`,
    },
    limitedRow(
      `p99 at ${order.rate}/s while a back-test runs`,
      middle(tested.windows, 'p99'),
      ms,
      '<',
      limits.p99,
      `p50 ${ms(middle(tested.windows, 'p50'))}; ${events.toLocaleString('en-US')} events tested in ${Math.round(tested.seconds / repetitions)} s, ${repetitions} times; ${describeWindows(tested.windows)}`,
    ),
    limitedRow(
      'Rate while a model is trained, share of the rate between trainings',
      middle(beside, 'perSecond') / middle(alone, 'perSecond'),
      value => value.toFixed(2),
      '>',
      limits.share,
      `${perSecond(middle(beside, 'perSecond'))}; ${describeWindows(beside)}`,
    ),
    limitedRow(
      `Training with ${labelled.toLocaleString('en-US')} labelled events beside it`,
      trainingSeconds,
      value => `${value.toFixed(1)} s`,
      '<',
      limits.trainingSeconds,
      `${events.toLocaleString('en-US')} events read; mean of ${repetitions}`,
    ),
  ]
}
