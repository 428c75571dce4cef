import { latencyBounds } from '../../contract/common/latency-bands.ts'
import {
  type ApiCallerName,
  type ApiCodeCount,
  type ApiRequestRow,
  type ApiRequests,
  type ApiType,
  apiTypeOf,
  apiTypes,
} from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import { clientNames } from '../applications/read-clients.ts'
import { latencyOverTime, percentilesOf, spreadOf } from './percentiles.ts'
import { type FigurePeriod, figurePeriod } from './period.ts'
import { type BandSum, type CallFilter, type CallSums, sumBands, sumCalls, sumStepBands, sumSteps } from './store.ts'

export interface FigureRequest {
  db: Db
  tenantId: string
  /** The environment and its descendants, with those that were removed below it. */
  figures: readonly string[]
  now: Date
  signal: AbortSignal | undefined
}
export interface RequestFilter {
  from: string
  to: string
  apiName?: string | undefined
  apiType?: ApiType | undefined
  experience?: string | undefined
  clientId?: string | undefined
  clientVersion?: string | undefined
}

/** Rows of an answer: a caller may name any version, and a new one with each call. */
const mostRows = 100

/** Reads the calls of an environment and its children, as the log of calls has them. */
export async function readRequests(request: FigureRequest, filter: RequestFilter): Promise<ApiRequests> {
  const { db, tenantId, figures, now, signal } = request
  const period = figurePeriod(filter, now)
  const scope = { environmentIds: figures, period, signal }
  const all = await sumCalls(db, scope)
  const counted = all.filter(isCounted(filter))
  const { apiName, apiType, experience, clientId, clientVersion } = filter
  const counting: CallFilter = {
    experience,
    clientId,
    clientVersion,
    ...(apiName === undefined && apiType === undefined ? {} : { apiNames: namesOf(counted) }),
  }
  const clientIds = [...new Set(all.map(each => each.clientId))].filter(id => id !== '')
  const [bands, steps, stepBands, names] = await Promise.all([
    sumBands(db, scope, counting),
    sumSteps(db, scope, counting),
    sumStepBands(db, scope, counting),
    clientNames(db, tenantId, clientIds),
  ])
  const nameOf = (id: string): string | null => names.get(id) ?? null
  const rows = rowsOf(counted, bands, period, nameOf)
  return {
    ...describePeriod(period),
    calls: sumOf(counted),
    failed: sumOf(counted.filter(({ status }) => status >= 400)),
    codes: codesOf(counted),
    latency: percentilesOf(bandsOf(bands), longestOf(counted)),
    latencyOverTime: latencyOverTime(stepBands, steps, period.starts.length),
    spread: spreadOf(bandsOf(bands)),
    types: apiTypes.flatMap(type => {
      const calls = sumOf(counted.filter(each => apiTypeOf(each.apiName) === type))
      return calls === 0 && type === 'other' ? [] : [{ apiType: type, calls, perMinute: calls / period.minutes }]
    }),
    series: namesOf(counted)
      .map(name => {
        const points = new Array<number>(period.starts.length).fill(0)
        for (const { step, calls } of steps.filter(each => each.apiName === name))
          if (step in points) points[step] = calls
        return { apiName: name, calls: points.reduce((sum, calls) => sum + calls, 0), points }
      })
      .sort((a, b) => b.calls - a.calls),
    rows: rows.slice(0, mostRows),
    rowCount: rows.length,
    options: {
      apiNames: namesOf(all),
      callers: callerOptions(clientIds, names),
      clientVersions: [...new Set(all.map(each => each.clientVersion))].filter(version => version !== '').sort(),
    },
  }
}

export const describePeriod = ({ from, to, minutes, starts, stepMs }: FigurePeriod) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  minutes,
  starts: starts.map(start => new Date(start).toISOString()),
  step: stepMs / 1000,
})

const isCounted =
  ({ apiName, apiType, experience, clientId, clientVersion }: RequestFilter) =>
  (sum: CallSums): boolean =>
    (apiName === undefined || sum.apiName === apiName) &&
    (apiType === undefined || apiTypeOf(sum.apiName) === apiType) &&
    (experience === undefined || sum.experience === experience) &&
    (clientId === undefined || sum.clientId === clientId) &&
    (clientVersion === undefined || sum.clientVersion === clientVersion)

function rowsOf(
  counted: readonly CallSums[],
  bands: readonly BandSum[],
  period: FigurePeriod,
  nameOf: (clientId: string) => string | null,
): ApiRequestRow[] {
  const keyOf = ({ apiName, clientId, clientVersion }: Pick<BandSum, 'apiName' | 'clientId' | 'clientVersion'>) =>
    JSON.stringify([apiName, clientId, clientVersion])
  const bandsByRow = Map.groupBy(bands, keyOf)
  return [...Map.groupBy(counted, keyOf)]
    .flatMap(([key, sums]): ApiRequestRow[] => {
      const [first] = sums
      if (first === undefined) return []
      const { apiName, clientId, clientVersion } = first
      const calls = sumOf(sums)
      return [
        {
          apiName,
          apiType: apiTypeOf(apiName),
          clientId,
          clientName: nameOf(clientId),
          clientVersion,
          calls,
          perMinute: calls / period.minutes,
          latency: percentilesOf(bandsOf(bandsByRow.get(key) ?? []), longestOf(sums)),
          codes: codesOf(sums),
        },
      ]
    })
    .sort((a, b) => b.calls - a.calls || a.apiName.localeCompare(b.apiName))
}

function bandsOf(sums: readonly BandSum[]): number[] {
  const bands = new Array<number>(latencyBounds.length + 1).fill(0)
  for (const { band, calls } of sums) bands[band] = (bands[band] ?? 0) + calls
  return bands
}

const codesOf = (sums: readonly CallSums[]): ApiCodeCount[] =>
  [...Map.groupBy(sums, ({ status }) => status)]
    .map(([status, same]) => ({ status, calls: sumOf(same) }))
    .sort((a, b) => a.status - b.status)
const sumOf = (sums: readonly Pick<CallSums, 'calls'>[]): number => sums.reduce((sum, { calls }) => sum + calls, 0)
const longestOf = (sums: readonly CallSums[]): number =>
  sums.reduce((longest, { longestMs }) => Math.max(longest, longestMs), 0)
const namesOf = (sums: readonly CallSums[]): string[] => [...new Set(sums.map(({ apiName }) => apiName))].sort()

/** Returns callers with their names, by these. */
export const callerOptions = (clientIds: readonly string[], names: ReadonlyMap<string, string>): ApiCallerName[] =>
  clientIds
    .map(clientId => ({ clientId, name: names.get(clientId) ?? null }))
    .sort((a, b) => (a.name ?? a.clientId).localeCompare(b.name ?? b.clientId))
