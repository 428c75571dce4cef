/** Addresses of the console, as its pages read them. */
import type { SearchCondition } from '../../../contract/index.ts'

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
const builtIn: ReadonlySet<string> = new Set(['purchase', 'accountcreation', 'accountlogin'])

interface EventPlace {
  eventType: string
  environmentId: string
  id: string
}

export const eventAddress = ({ eventType, environmentId, id }: EventPlace): string =>
  `/search/${eventType}/${environmentId}/${encodeURIComponent(id)}`

export const caseAddress = ({ eventType, environmentId, id, queueId }: EventPlace & { queueId: string }): string =>
  `/casemanagement/queues/${queueId}/${eventType}/${environmentId}/${encodeURIComponent(id)}`

/** The route of the rules of an assessment, and their page. */
export const rulesRoute = (eventType: string): string =>
  builtIn.has(eventType) ? `/fraud/${eventType}/rules` : '/fraud/assessments/:assessmentId/rules'
export const rulesAddress = (eventType: string, parameters: Record<string, string> = {}): string =>
  withQuery(
    builtIn.has(eventType) ? `/fraud/${eventType}/rules` : `/fraud/assessments/${encodeURIComponent(eventType)}/rules`,
    new URLSearchParams(parameters),
  )

export const pageAddress = (path: string, parameters: Record<string, string> = {}): string =>
  withQuery(path, new URLSearchParams(parameters))

interface ReportRange {
  assessment?: string
  from: string
  to: string
}

/** A report with its filters and its days. */
export function reportAddress(
  path: string,
  { assessment = 'purchase', from, to }: ReportRange,
  parameters: Record<string, string> = {},
): string {
  const query = new URLSearchParams()
  if (assessment !== 'purchase') query.set('assessment', assessment)
  query.set('from', from)
  query.set('to', to)
  for (const [name, value] of Object.entries(parameters)) query.set(name, value)
  return withQuery(path, query)
}

/** `column:operator:value`; several values are escaped one by one, so that they may contain commas. */
function conditionParameter(condition: SearchCondition): string {
  if (!('value' in condition)) return `${condition.column}:${condition.op}`
  const { column, op, value } = condition
  const texts = Array.isArray(value) ? value.map(each => encodeURIComponent(each)).join(',') : String(value)
  return `${column}:${op}:${texts}`
}

interface SearchAddress {
  eventType: string
  conditions: readonly SearchCondition[]
  dates?: { from: string; to: string } | undefined
  period?: string | undefined
}

/** The search with its filters. */
export function searchAddress({ eventType, conditions, dates, period }: SearchAddress): string {
  const query = new URLSearchParams()
  if (eventType !== 'purchase') query.set('type', eventType)
  if (dates) query.set('dates', `${dates.from}_${dates.to}`)
  else if (period !== undefined && period !== '7d') query.set('period', period)
  for (const condition of conditions) query.append('f', conditionParameter(condition))
  return withQuery('/search', query)
}
