import { searchLimits } from '../../../../contract/common/search-fields.ts'
import type { SearchCondition, SearchField } from '../../../../contract/index.ts'
import { searchConditionSchema } from '../../../../contract/search/search.ts'
import type { Condition } from '../../recognition/recognition.ts'

/** The attribute in which an event has its amount in its own currency. */
const amountFields: Readonly<Record<string, string>> = { amount: 'totalAmount' }

interface FoundConditions {
  conditions: SearchCondition[]
  /** Fields of the question that events of the type do not have. */
  unknown: string[]
}

/**
 * Turns the conditions of a question into those of a search; fields that the events do not have and comparisons that a
 * search does not offer are left out.
 */
export function searchConditionsOf(requested: readonly Condition[], fields: readonly SearchField[]): FoundConditions {
  const existing = new Map(fields.map(field => [field.id.toLowerCase(), field]))
  const found: FoundConditions = { conditions: [], unknown: [] }
  for (const { field, op, value, currency } of requested) {
    const match = existing.get(field.toLowerCase()) ?? existing.get(amountFields[field]?.toLowerCase() ?? '')
    if (match === undefined) {
      found.unknown.push(field)
      continue
    }
    const parsed = searchConditionSchema.safeParse({
      column: match.id,
      op: match.type === 'choice' && op === 'eq' ? 'in' : op,
      ...(value === undefined ? {} : { value: valueFor(match, op, value) }),
    })
    if (parsed.success) found.conditions.push(parsed.data)
    else found.unknown.push(field)
    if (parsed.success && currency !== undefined && existing.has('currency') && match.id === 'totalAmount')
      found.conditions.push({ column: 'currency', op: 'in', value: [currency] })
  }
  found.conditions = found.conditions.slice(0, searchLimits.filters)
  return found
}

function valueFor(field: SearchField, op: Condition['op'], value: NonNullable<Condition['value']>): unknown {
  const scale = field.id === 'amountUsd' ? 100 : 1
  const single = (each: string | number | boolean): string | number =>
    typeof each === 'number' ? Math.round(each * scale * 100) / 100 : (canonical(field, String(each)) ?? String(each))
  if (op === 'between' && Array.isArray(value)) return value.map(single)
  if (op === 'in' || op === 'notIn') return (Array.isArray(value) ? value : [value]).map(each => String(single(each)))
  if (Array.isArray(value)) return value[0]
  if (field.type === 'choice' && op === 'eq') return [String(single(value))]
  const isLimit = op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte' || op === 'lastDays'
  return isLimit && field.type === 'number' ? Number(single(value)) : isLimit ? single(value) : String(single(value))
}

/** The known value of a field that is spelled alike. */
const canonical = (field: SearchField, value: string): string | undefined =>
  field.values?.find(each => each.toLowerCase() === value.toLowerCase())
