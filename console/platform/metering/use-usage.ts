import { useNow } from '@assay/design-system'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '../api/client.ts'
import { type DetailState, daysOf } from './usage-address.ts'

/** Whose use is shown: an environment with those below it, or the tenant, of which one root can be chosen. */
export type UsageSource =
  | { kind: 'environment'; environmentId: string }
  | { kind: 'tenant'; environmentId: string; rootId: string | null }

/** Figures are as of their request; they are read again this often. */
const refreshMs = 60_000

const options = { refetchInterval: refreshMs, placeholderData: keepPreviousData } as const

/** Reads a billing cycle. @param cycle a day of it; null: today */
export function useUsageSummary(source: UsageSource, cycle: string | null) {
  const input = { environmentId: source.environmentId, ...(cycle === null ? {} : { day: cycle }) }
  const own = useQuery({
    ...api.usage.summary.queryOptions({ input, enabled: source.kind === 'environment' }),
    ...options,
  })
  const ofTenant = useQuery({
    ...api.billing.summary.queryOptions({
      input: { ...input, ...rootOf(source) },
      enabled: source.kind === 'tenant',
    }),
    ...options,
  })
  return source.kind === 'tenant' ? ofTenant : own
}

const rootOf = (source: UsageSource): { rootId?: string } =>
  source.kind === 'tenant' && source.rootId !== null ? { rootId: source.rootId } : {}

/** The request of the details of an address. */
function detailInput(source: UsageSource, state: DetailState, now: number) {
  const { capability, api: apiName, only, experience, response } = state
  return {
    environmentId: source.environmentId,
    ...daysOf(state, now),
    ...(capability === null ? {} : { capability }),
    ...(apiName === null ? {} : { apiName }),
    ...(only === null ? {} : { only }),
    ...(experience === null ? {} : { experience }),
    ...(response === null ? {} : { response }),
  }
}

export function useUsageDetails(source: UsageSource, state: DetailState) {
  const input = detailInput(source, state, useNow())
  const own = useQuery({
    ...api.usage.details.queryOptions({ input, enabled: source.kind === 'environment' }),
    ...options,
  })
  const ofTenant = useQuery({
    ...api.billing.details.queryOptions({
      input: { ...input, ...rootOf(source) },
      enabled: source.kind === 'tenant',
    }),
    ...options,
  })
  return source.kind === 'tenant' ? ofTenant : own
}

/** Requests the file of what the details show. */
export function exportUsage(source: UsageSource, state: DetailState, now: number): Promise<unknown> {
  const input = detailInput(source, state, now)
  return source.kind === 'tenant' ? client.billing.export({ ...input, ...rootOf(source) }) : client.usage.export(input)
}
