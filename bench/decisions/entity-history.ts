import {
  defaultVelocitySets,
  type VelocityEntity,
  velocityKeyPaths,
} from '../../risk-service/contract/velocities/default-velocities.ts'
import { fillEvents } from '../support/event-fixture.ts'
import { limitedRow, ms, perSecond, type Row, type Service } from '../support/harness.ts'
import { openBenchPool } from '../support/store.ts'
import { benchDecisions, type DecisionLimits, fetchClientToken, generateLoad } from './decisions.ts'
import { migratedCounts, publishMigratedRules, ruleText } from './migrated-rules.ts'

/** Scores and explanations are on, as by default. */
export const entityHistoryLimits: DecisionLimits = { closed: { perSecond: 1800 }, open: { p50: 6, p99: 25 } }
/** Maximum ratio of the time of a decision over many stored events to that over few. */
const maxGrowth = 1.2

/** Velocities of purchases that rules query: by entity, in turn, so that each entity is queried often. */
const queryableVelocities =
  defaultVelocitySets[0]?.velocities.flatMap((_, place) =>
    defaultVelocitySets.flatMap(({ entity, velocities }) => {
      const velocity = velocities[place]
      return velocity === undefined ? [] : [{ name: velocity.name, entity }]
    }),
  ) ?? []
export const velocityCount = 20
const keyOf = (entity: VelocityEntity): string => `@"${velocityKeyPaths[entity][0] ?? ''}"`
const windows = ['1h', '1d', '7d', '30d'] as const

/** The rules of a migrated merchant; every tenth also queries one of twenty velocities. */
function velocityRuleText(index: number): string {
  const velocity = queryableVelocities[(index / 10) % velocityCount]
  if (index % 10 !== 0 || velocity === undefined) return ruleText(index)
  return `OBSERVE Output(hit = true)\nWHEN Velocity.${velocity.name}(${keyOf(velocity.entity)}, ${windows[(index / 10) % windows.length] ?? '1d'}) > ${100 + index}\n`
}

/** Keys of the generated load, in SQL of `n`, and the number of their values (`purchases.ts`). */
const keys = [
  { name: 'e-mail', key: `'user' || n || '@shop' || n % 40 || '.example'`, width: 4000 },
  { name: 'device', key: `'dev-' || n`, width: 5000 },
] as const

/**
 * Publishes migrated rules that query velocities; then inserts, by SQL, the requested number of events over 90 days,
 * and the hour buckets of velocities for them under the keys that the load queries.
 */
export async function fillEntityHistory(
  service: Service,
  ids: { tenantId: string; environmentId: string },
  events: number,
): Promise<void> {
  await publishMigratedRules(service, ids.environmentId, velocityRuleText)
  // The first decisions assign every velocity the number under which it is stored.
  const order = {
    url: service.url,
    token: await fetchClientToken(service.url, ids.tenantId),
    environmentId: ids.environmentId,
    clients: 32,
    rate: 600,
    windowSeconds: 5,
  }
  await generateLoad({ ...order, mode: 'closed', windows: 1, prefix: `number-${Date.now()}` })
  await new Promise(resolve => setTimeout(resolve, 5000))
  const pool = await openBenchPool(service)
  try {
    await fillEvents(pool, ids.environmentId, events, 90, done =>
      process.stderr.write(`fixture ${Math.round((done / events) * 100)} %\n`),
    )
    for (const { name, key, width } of keys) {
      const {
        rows: [counted],
      } = await pool.query<{ counts: Record<string, unknown> }>(
        `select counts from velocity_hour where environment_id = $1 and key in (select ${key} from generate_series(0, 99) as n) limit 1`,
        [ids.environmentId],
      )
      if (!counted)
        throw new Error(
          'No velocity has counted what the load sends: the keys of the fixture are not those of the service.',
        )
      const series = Object.entries(counted.counts)
        .filter(([, value]) => typeof value === 'number')
        .map(([number]) => number)
      await pool.query(
        `
        insert into velocity_hour (environment_id, key, hour, counts)
        select $1, ${key}, hour, (select json_object_agg(s, c) from unnest($2::text[]) as s)
        from (select i * 7919::bigint % ${width} as n, (extract(epoch from now()) / 3600)::int - 3 - (i * 104729::bigint % 2160)::int as hour, count(*) as c from generate_series(1, $3::int) as i group by 1, 2) as counted
        on conflict do nothing`,
        [ids.environmentId, series, events],
      )
      process.stderr.write(`fixture: hours of velocities by ${name}\n`)
    }
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/** Figures of one store, preceded by its size. */
export async function benchEntityHistory(
  service: Service,
  ids: { tenantId: string; environmentId: string },
  events: number,
  windowCount: number,
  windowSeconds: number,
): Promise<Row[]> {
  const title = `${migratedCounts.rules} rules, ${velocityCount} velocities in them, ${migratedCounts.lists.length} lists, scores and explanations; ${events.toLocaleString('en-US')} events stored`
  return [
    { name: title, value: '' },
    ...(await benchDecisions(service, ids, entityHistoryLimits, windowCount, windowSeconds)),
  ]
}

/**
 * The closed loop over many stored events compared with that over few; by processor time, which other work on the
 * machine does not change.
 */
export function growthRow(few: readonly Row[], many: readonly Row[]): Row {
  const figure = (rows: readonly Row[], name: string) =>
    Number(
      /[\d.,]+/.exec(rows.find(row => row.name.includes(name))?.value ?? '')?.[0].replaceAll(',', '') ?? Number.NaN,
    )
  const [fast, slow] = [figure(few, 'closed loop'), figure(many, 'closed loop')]
  const [little, much] = [figure(few, 'processor time'), figure(many, 'processor time')]
  return limitedRow(
    'Many stored events beside few, rate',
    fast / slow,
    value => `${value.toFixed(2)} x`,
    '<',
    maxGrowth,
    `${perSecond(fast)} and ${perSecond(slow)}; processor time ${ms(little)} and ${ms(much)}: ${(much / little).toFixed(2)} x`,
  )
}
