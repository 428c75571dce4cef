import { isObject, type Json } from '../../../engine/lib/json.ts'
import { eventTypeOf, type FormerAnswer, memberOf, numberOf, parsed, textOf, timeOf } from './former-event.ts'
import { readAnswer, ruleOf } from './read-answer.ts'
import type { Entry } from './read-entry.ts'

const requestPrefix = 'request.'

/**
 * Reads an event of a search export: one column or member for each attribute of the request, or the request as a whole;
 * the answer in `response`, else decision, rule, clause and score in columns of their own.
 */
export function readSearchRow(row: Json, assessment: string): Entry {
  const request = requestOf(row)
  const answer = readAnswer(memberOf(row, 'response')) ?? answerOf(row)
  if (request === null || answer === null) return { format: 'searchExport', event: null, fault: 'noAnswer' }
  const at = timeOf(memberOf(row, 'at', 'transactionDate', 'timestamp', 'merchantAt'))
  if (at === null) return { format: 'searchExport', event: null, fault: 'noTime' }
  return {
    format: 'searchExport',
    fault: null,
    event: {
      at,
      eventType: eventTypeOf(textOf(memberOf(row, 'eventType')) ?? assessment),
      environmentId: textOf(memberOf(row, 'environmentId')),
      request: JSON.stringify(request),
      isPartial: true,
      answer,
    },
  }
}

function answerOf(row: Json): FormerAnswer | null {
  const word = textOf(memberOf(row, 'decision', 'merchantRuleDecision'))
  if (word === null) return null
  const rule = memberOf(row, 'rule', 'policyApplied')
  const hasRules = Object.keys(row).some(name => /^(rule|policyApplied)$/i.test(name))
  return {
    word,
    // An export leaves the cell empty where no rule decided.
    ...(hasRules && textOf(rule) === null
      ? { rule: null, clause: null }
      : ruleOf(rule, memberOf(row, 'clause', 'clauseName'))),
    risk: numberOf(memberOf(row, 'riskScore')),
    bot: numberOf(memberOf(row, 'botScore')),
    evaluations: null,
    deviceAttributes: {},
  }
}

function requestOf(row: Json): Json | null {
  const whole = parsed(memberOf(row, 'request'))
  if (isObject(whole)) return whole
  const request: Json = {}
  let any = false
  for (const [name, cell] of Object.entries(row)) {
    if (!name.startsWith(requestPrefix) || cell === '' || cell === null) continue
    setValue(request, name.slice(requestPrefix.length).split('.'), cellValue(cell))
    any = true
  }
  return any ? request : null
}

/** Exports put an apostrophe before texts that a spreadsheet would run; lists are JSON. */
function cellValue(cell: unknown): unknown {
  return typeof cell === 'string' ? parsed(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell) : cell
}

function setValue(target: Json, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (name === '__proto__') return
  if (rest.length === 0) {
    target[name] = value
    return
  }
  const inner = target[name]
  const next: Json = isObject(inner) ? inner : {}
  target[name] = next
  setValue(next, rest, value)
}
