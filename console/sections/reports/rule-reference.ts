import type { RuleReference } from '@assay/risk-service/contract'

const separator = '~'
/** A rule, or one of its clauses, in an address. */
export const textOfReference = ({ ruleId, clause }: RuleReference): string =>
  clause === null ? ruleId : `${ruleId}${separator}${clause}`

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns the rule or clause that a text of an address names; null for anything else. */
export function referenceOfText(text: string): RuleReference | null {
  const end = text.indexOf(separator)
  const [ruleId, clause] = end < 0 ? [text, null] : [text.slice(0, end), text.slice(end + 1)]
  return uuidPattern.test(ruleId) ? { ruleId, clause } : null
}
