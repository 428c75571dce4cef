import {
  type LogField,
  type LogFilter,
  logEmptinessOperators,
  logFields,
  logLimits,
  logListOperators,
} from '@assay/risk-service/contract'
import { optionalParameter, type SearchParameter } from '../../platform/router/use-search-state.ts'

const has = <Value extends string>(values: readonly Value[], text: string | undefined): text is Value =>
  values.some(value => value === text)

/** `~` and `;` separate; both are escaped in a value. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('~', '%7E')
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const writeFilter = (filter: LogFilter): string =>
  [filter.field, filter.op, ...('values' in filter ? filter.values.map(encode) : [])].join('~')

/** A filter as the address has it; null for what is none. */
function readFilter(text: string): LogFilter | null {
  const [field, op, ...rest] = text.split('~')
  if (!has(logFields, field)) return null
  if (has(logEmptinessOperators, op)) return rest.length === 0 ? { field, op } : null
  if (!has(logListOperators, op)) return null
  const values = rest.map(decode).filter(value => value !== null && value !== '') as string[]
  return values.length > 0 ? { field, op, values: values.slice(0, logLimits.values) } : null
}

const filtersParameter: SearchParameter<readonly LogFilter[]> = {
  parse: text =>
    (text ?? '')
      .split(';')
      .map(readFilter)
      .filter(filter => filter !== null)
      .slice(0, logLimits.filters),
  serialise: filters => filters.map(writeFilter).join(';'),
}

/** A day; null when it is not in the address. */
const dayParameter: SearchParameter<string | null> = {
  parse: text => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialise: day => day,
}

/** What the address of the log has: `row` is the entry that is shown. */
export const logParameters = {
  from: dayParameter,
  to: dayParameter,
  filters: filtersParameter,
  row: optionalParameter,
}

/** The address of a search for one value of a field. */
export const valueSearch = (field: LogField, value: string): URLSearchParams =>
  new URLSearchParams({ filters: writeFilter({ field, op: 'in', values: [value] }) })
