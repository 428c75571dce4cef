import type { ApiErrorGroup, ApiErrors } from '../../contract/index.ts'
import type { EventSchema } from '../../engine/ingest/event-schema.ts'
import { schemaLineOf } from '../../engine/ingest/schema-line.ts'
import { clientNames } from '../applications/read-clients.ts'
import { figurePeriod } from './period.ts'
import { callerOptions, describePeriod, type FigureRequest } from './read-requests.ts'
import { type ErrorSum, sumErrors } from './store.ts'

interface ErrorRequest extends FigureRequest {
  /** Returns the schema of an API, by the name under which its calls are counted. */
  schemaOf: (apiName: string) => EventSchema | null
}

interface ErrorFilter {
  from: string
  to: string
  apiName?: string | undefined
  clientId?: string | undefined
  clientVersion?: string | undefined
  status?: number | undefined
}

/** Groups in one answer, the most frequent ones: a client can call with any text as a path. */
const maxGroups = 500
/** Correlation ids of a group. */
const maxIds = 5

/** Reads the failed calls of an environment and its children, grouped by what refused them. */
export async function readErrors(
  { db, tenantId, figures, now, signal, schemaOf }: ErrorRequest,
  filter: ErrorFilter,
): Promise<ApiErrors> {
  const period = figurePeriod(filter, now)
  const all = await sumErrors(db, { environmentIds: figures, period, signal })
  const counted = all.filter(sum =>
    (['apiName', 'clientId', 'clientVersion', 'status'] as const).every(
      key => filter[key] === undefined || sum[key] === filter[key],
    ),
  )
  const clientIds = distinct(all.map(({ clientId }) => clientId))
  const names = await clientNames(db, tenantId, clientIds)
  const groups = [...Map.groupBy(counted, keyOf)].flatMap(([id, sums]): ApiErrorGroup[] => {
    const [first] = sums
    if (first === undefined) return []
    const { status, apiName, field, rule, message } = first
    const points = new Array<number>(period.starts.length).fill(0)
    for (const { step, calls } of sums) if (step in points) points[step] = (points[step] ?? 0) + calls
    const latest = sums.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
    const schema = rule === '' ? null : schemaOf(apiName)
    return [
      {
        id,
        status,
        apiName,
        fault: rule === '' ? null : { field, rule, line: schema && schemaLineOf(schema, { field, rule }) },
        message,
        calls: sumOf(sums),
        lastAt: (latest[0]?.lastAt ?? now).toISOString(),
        callers: [...Map.groupBy(sums, each => JSON.stringify([each.clientId, each.clientVersion])).values()]
          .flatMap(([caller, ...others]) =>
            caller === undefined
              ? []
              : [
                  {
                    clientId: caller.clientId,
                    name: names.get(caller.clientId) ?? null,
                    clientVersion: caller.clientVersion,
                    calls: sumOf([caller, ...others]),
                  },
                ],
          )
          .sort((a, b) => b.calls - a.calls),
        correlationIds: [
          ...new Set(latest.flatMap(({ correlationIds }) => correlationIds.flatMap(ids => ids.split(' ')))),
        ].slice(0, maxIds),
        points,
      },
    ]
  })
  return {
    ...describePeriod(period),
    calls: sumOf(counted),
    groups: groups.sort((a, b) => b.calls - a.calls || a.id.localeCompare(b.id)).slice(0, maxGroups),
    options: {
      apiNames: distinct(all.map(({ apiName }) => apiName)),
      callers: callerOptions(clientIds, names),
      clientVersions: distinct(all.map(({ clientVersion }) => clientVersion)),
      statuses: [...new Set(all.map(({ status }) => status))].sort((a, b) => a - b),
    },
  }
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].filter(value => value !== '').sort()
const keyOf = ({ status, apiName, field, rule, message }: ErrorSum): string =>
  [status, apiName, field, rule, message].join('|')
const sumOf = (sums: readonly Pick<ErrorSum, 'calls'>[]): number => sums.reduce((sum, { calls }) => sum + calls, 0)
