import type { ContrastEntry } from '@assay/risk-service/contract'

/** A value that was chosen among those that tell the events apart. */
export type ChosenValue = Pick<ContrastEntry, 'attribute' | 'value' | 'rule'>
/** Whether events have to have a value of every chosen attribute, or of one of them. */
export const valueMatches = ['all', 'any'] as const
export type ValueMatch = (typeof valueMatches)[number]
/** What a drafted rule decides. */
export const draftDecisions = ['Reject', 'Review'] as const
export type DraftDecision = (typeof draftDecisions)[number]

/** Identifies a value among the others of a comparison. */
export const keyOf = ({ attribute, value }: Pick<ContrastEntry, 'attribute' | 'value'>): string =>
  JSON.stringify([attribute, value])

const quoted = (text: string): string => JSON.stringify(text)
/** A number as the query language has it: without an exponent. */
const decimal = (value: number): string =>
  value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** The condition of a rule on one value; null where a rule has none for it, such as for an hour or a masked value. */
export function conditionOf({ attribute, value, rule }: ChosenValue): string | null {
  if (rule === null) return null
  const path = `@${quoted(rule.path)}`
  switch (value.kind) {
    case 'absent':
      return `!Exists(${path})`
    case 'range': {
      if (rule.type !== 'number') return null
      const { from, to } = value
      // A number that is missing reads as 0, which is no value of the range.
      const limits = [
        ...(from === null ? [`Exists(${path})`] : [`${path} >= ${decimal(from / rule.scale)}`]),
        ...(to === null ? [] : [`${path} < ${decimal(to / rule.scale)}`]),
      ]
      return limits.length === 1 ? (limits[0] ?? null) : `(${limits.join(' && ')})`
    }
    case 'equals':
      return equalityOf(attribute, path, rule, value.text)
  }
}

function equalityOf(
  attribute: string,
  path: string,
  { type, scale }: NonNullable<ChosenValue['rule']>,
  text: string,
): string | null {
  switch (attribute) {
    case 'emailDomain':
      return `${path}.ToLower().EndsWith(${quoted(`@${text.toLowerCase()}`)})`
    case 'ipNetwork': {
      const [, stem] = /^((?:\d+\.){3})0\/24$/.exec(text) ?? []
      return stem === undefined ? null : `${path}.StartsWith(${quoted(stem)})`
    }
    case 'billingIsShippingCountry':
    case 'ipIsBillingCountry':
      // The attribute of the rule says that they differ. Where one is not known it says nothing.
      return text === 'false' ? `${path} == true` : null
    default:
      if (type === 'boolean') return text === 'true' || text === 'false' ? `${path} == ${text}` : null
      if (type === 'number')
        return text.trim() !== '' && Number.isFinite(Number(text))
          ? `${path} == ${decimal(Number(text) / scale)}`
          : null
      return `${path}.ToLower() == ${quoted(text.toLowerCase())}`
  }
}

/** Texts of one attribute that a rule looks up together; null where one of them has to be compared by itself. */
function setOf(values: readonly ChosenValue[]): string | null {
  const [first] = values
  if (first?.rule?.type !== 'string' || first.attribute === 'emailDomain' || first.attribute === 'ipNetwork')
    return null
  const texts = values.map(({ value }) => (value.kind === 'equals' && !/[,"\\]/.test(value.text) ? value.text : null))
  return texts.includes(null) ? null : `In(@${quoted(first.rule.path)}, ${quoted(texts.join(','))})`
}

/**
 * The condition of a rule on several values: those of one attribute are alternatives, as an event has one of them.
 * @returns null without a value, or where a rule has no condition for one
 */
export function conditionOfAll(values: readonly ChosenValue[], match: ValueMatch): string | null {
  const groups = [...Map.groupBy(values, ({ attribute }) => attribute).values()]
  const conditions = groups.map(group => {
    const each = group.map(conditionOf)
    if (each.includes(null)) return null
    if (each.length === 1) return each[0] ?? null
    const set = setOf(group)
    if (set !== null) return set
    return match === 'all' && groups.length > 1 ? `(${each.join(' || ')})` : each.join('\n  || ')
  })
  if (conditions.length === 0 || conditions.includes(null)) return null
  return conditions.join(match === 'all' ? '\n  && ' : '\n  || ')
}

/** The clause that decides the events of a condition. @param reason what the answer of the event says */
export const clauseOf = (condition: string, decision: DraftDecision, reason: string): string =>
  `RETURN ${decision}(${quoted(reason)})\nWHEN ${condition}\n`
