import type { VelocityAggregate } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { PublishedVelocity } from '../resources/types.ts'

interface SeriesDefinition {
  environmentId: string
  aggregate: VelocityAggregate
}
/** Counts events that were received from `since` on, beside the series that is read. */
interface BackfilledSeries {
  series: number
  since: number
}
export interface SeriesRegistry {
  /** Returns the number of the series that is read. */
  findNumber: (velocity: PublishedVelocity) => number | undefined
  /** Assigns a number to a velocity that has none. */
  assignNumber: (velocity: PublishedVelocity) => Promise<number>
  findBackfill: (velocity: PublishedVelocity) => BackfilledSeries | undefined
  find: (series: number) => SeriesDefinition | undefined
  /** Returns the series that did not count from the beginning, with the time from which they did. */
  startedLater: () => readonly BackfilledSeries[]
  /** Reads the series again, within a transaction if one is given. */
  reload: (trx?: Ports['db']) => Promise<void>
}

/** Creates the registry of short numbers of series: a velocity of an environment and its definition. */
export async function createSeriesRegistry(db: Ports['db']): Promise<SeriesRegistry> {
  let live = new Map<string, number>()
  let filling = new Map<string, BackfilledSeries>()
  let byNumber = new Map<number, SeriesDefinition>()
  let late: BackfilledSeries[] = []
  /** By the object of the check environment, which is the same for every event. */
  let byObject = new WeakMap<PublishedVelocity, number>()
  const underWay = new Map<string, Promise<number>>()
  const keyOf = ({ environmentId, id, aggregate }: SeriesDefinition & { id: string }): string =>
    `${environmentId}${id}${aggregate}`

  async function reload(trx = db): Promise<void> {
    const rows = await trx.selectFrom('velocity_series').selectAll().execute()
    live = new Map()
    filling = new Map()
    byNumber = new Map()
    late = []
    byObject = new WeakMap()
    for (const { environment_id: environmentId, velocity_id: id, aggregate, series, state, since } of rows) {
      const key = keyOf({ environmentId, id, aggregate })
      byNumber.set(series, { environmentId, aggregate })
      const from = since === null ? null : { series, since: new Date(since).getTime() }
      if (from !== null) late.push(from)
      if (state === 'live') live.set(key, series)
      else if (from !== null) filling.set(key, from)
    }
  }
  async function make(velocity: PublishedVelocity): Promise<number> {
    const { environmentId, id, aggregate } = velocity
    await db
      .insertInto('velocity_series')
      .values({ environment_id: environmentId, velocity_id: id, aggregate, set_id: null, since: null })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const { series } = await db
      .selectFrom('velocity_series')
      .select('series')
      .where('environment_id', '=', environmentId)
      .where('velocity_id', '=', id)
      .where('aggregate', '=', aggregate)
      .where('state', '=', 'live')
      .executeTakeFirstOrThrow()
    live.set(keyOf(velocity), series)
    byNumber.set(series, { environmentId, aggregate })
    return series
  }

  await reload()
  return {
    findNumber(velocity) {
      const quick = byObject.get(velocity)
      if (quick !== undefined) return quick
      const series = live.get(keyOf(velocity))
      if (series !== undefined) byObject.set(velocity, series)
      return series
    },
    async assignNumber(velocity) {
      const key = keyOf(velocity)
      const series = live.get(key)
      if (series !== undefined) return series
      const promise = underWay.get(key) ?? make(velocity).finally(() => underWay.delete(key))
      underWay.set(key, promise)
      return await promise
    },
    findBackfill: velocity => (filling.size === 0 ? undefined : filling.get(keyOf(velocity))),
    find: series => byNumber.get(series),
    startedLater: () => late,
    reload,
  }
}
