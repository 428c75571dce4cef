import { sanitiseText } from '../../../engine/ingest/sensitive-data.ts'
import { isObject, type Json, listOf, objectOf } from '../../../engine/lib/json.ts'
import { type FormerAnswer, type FormerEvaluation, memberOf, numberOf, parsed, textOf } from './former-event.ts'

/** Name of the rule in answers that no rule decided. */
const defaultRule = 'default'

/**
 * Reads the answer of a purchase, an account event, a legacy custom assessment or a wizard assessment; null for others.
 * Its texts are part of stored results: none has a character that the database refuses.
 */
export function readAnswer(response: unknown): FormerAnswer | null {
  const body = sanitised(parsed(response))
  const details = memberOf(body, 'resultDetails')
  if (Array.isArray(details)) return accountAnswer(body, objectOf(details[0]))
  if (typeof details === 'object') return purchaseAnswer(objectOf(details))
  const decision = memberOf(body, 'decisionDetails')
  return decision === undefined ? null : wizardAnswer(body, objectOf(decision))
}

function sanitised(value: unknown): unknown {
  if (typeof value === 'string') return sanitiseText(value)
  if (Array.isArray(value)) return value.map(sanitised)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [sanitiseText(key), sanitised(each)]))
}

function purchaseAnswer(details: Json): FormerAnswer | null {
  const word = textOf(memberOf(details, 'MerchantRuleDecision'))
  return word === null
    ? null
    : {
        word,
        ...ruleOf(memberOf(details, 'PolicyApplied'), memberOf(details, 'ClauseName')),
        risk: numberOf(memberOf(details, 'RiskScore')),
        bot: null,
        evaluations: readEvaluations(memberOf(details, 'RuleEvaluations')),
        deviceAttributes: attributesOf(memberOf(details, 'DeviceAttributes')),
      }
}

function accountAnswer(body: unknown, first: Json): FormerAnswer | null {
  const word = textOf(memberOf(first, 'decision'))
  if (word === null) return null
  const scores = listOf(memberOf(first, 'scores'))
  const score = (type: string): number | null =>
    numberOf(
      memberOf(
        scores.find(each => textOf(memberOf(each, 'scoreType'))?.toLowerCase() === type),
        'scoreValue',
      ),
    )
  return {
    word,
    ...ruleOf(memberOf(first, 'rule'), memberOf(first, 'clauseName')),
    risk: score('risk'),
    bot: score('bot'),
    evaluations: readEvaluations(memberOf(first, 'ruleEvaluations')),
    deviceAttributes: attributesOf(memberOf(memberOf(body, 'enrichments'), 'deviceAttributes')),
  }
}

function wizardAnswer(body: unknown, details: Json): FormerAnswer | null {
  const word = textOf(memberOf(details, 'merchantRuleDecision'))
  if (word === null) return null
  const enrichments = memberOf(body, 'enrichments')
  return {
    word,
    ...ruleOf(memberOf(details, 'rule'), memberOf(details, 'clauseName')),
    risk: numberOf(memberOf(memberOf(enrichments, 'risk'), 'scoreValue')),
    bot: numberOf(memberOf(memberOf(enrichments, 'bot'), 'scoreValue')),
    evaluations: readEvaluations(memberOf(body, 'ruleEvaluations')),
    deviceAttributes: attributesOf(memberOf(enrichments, 'deviceAttributes')),
  }
}

/** Returns rule and clause; an answer without the member does not name rules. */
export function ruleOf(rule: unknown, clause: unknown): Pick<FormerAnswer, 'rule' | 'clause'> {
  const name = textOf(rule)
  if (name === null) return { rule: undefined, clause: null }
  return name.toLowerCase() === defaultRule ? { rule: null, clause: null } : { rule: name, clause: textOf(clause) }
}

function readEvaluations(list: unknown): FormerEvaluation[] | null {
  if (!Array.isArray(list)) return null
  return listOf(list).flatMap(each => {
    const rule = textOf(memberOf(each, 'rule'))
    const clauses = memberOf(each, 'clauseNames')
    return rule === null
      ? []
      : [{ rule, clauses: Array.isArray(clauses) ? clauses.filter(name => typeof name === 'string') : [] }]
  })
}

/** Attributes of the device under the names that rules read. */
function attributesOf(attributes: unknown): Json {
  return Object.fromEntries(
    Object.entries(objectOf(attributes)).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name.charAt(0).toLowerCase() + name.slice(1), value]] : [],
    ),
  )
}
