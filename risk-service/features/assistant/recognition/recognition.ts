import type { AssistantLocale, Intent } from '../../../contract/assistant/intents.ts'
import type { Slots } from './slots.ts'

export type { Aggregate, CalendarUnit, Condition, Period, Slots } from './slots.ts'

/** Where a question is asked. */
export interface QuestionContext {
  locale: AssistantLocale
  /** Path of the page beside the assistant. */
  page: string
}

export interface Recognition {
  intent: Intent
  /** From 0 to 1. */
  confidence: number
  /** Other intents that fit, the better ones first. */
  alternatives: Intent[]
  slots: Slots
}

const first: readonly (readonly [Intent, RegExp])[] = [
  ['refuse-secret', /\b(password|secret|api key|full card number)/],
  ['refuse-tenant', /\bother (tenant|merchant|compan|customer)/],
  ['help', /^(how (do|can|to)|what is an? )/],
  ['write', /^(delete|create|change|disable|enable|add|remove|publish|set)\b/],
  ['explain-transaction', /\bwhy (was|is|did)\b/],
  ['linked-transactions', /\b(linked|related|connected)\b/],
  ['unused-rules', /\bunused|never (fire|match|hit)/],
  ['overlapping-rules', /\boverlap|duplicate/],
  ['explain-rule', /\b(explain|what does)\b.*\b(rule|clause)/],
  ['draft-velocity', /\b(draft|write)\b.*\bvelocity/],
  ['draft-function', /\b(draft|write)\b.*\bfunction/],
  ['draft-clause', /\b(draft|write)\b.*\b(clause|rule)/],
  ['draft-filter', /\b(find|filter|search)\b/],
  ['cutoff', /\bcut-?off|threshold/],
  ['compare-periods', /\bcompare|versus|\bvs\b/],
  ['trend', /\btrend|over time|develop/],
  ['figure', /\brate|volume|how many/],
  ['summarise-notes', /\bnotes?\b/],
  ['summarise-case', /\bsummar.*case/],
  ['summarise-log', /\bwho changed|activity log/],
  ['overview-environments', /\benvironments?\b/],
  ['overview-queues', /\bqueues?\b/],
  ['overview-velocities', /\bvelocit/],
  ['overview-lists', /\blists?\b/],
  ['overview-rules', /\brules?\b/],
]

/** Recognises what a question wants. Never throws; a question that fits nothing is `unknown`. */
export function recognise(question: string, _context: QuestionContext): Recognition {
  const text = question.toLowerCase()
  const fitting = first.filter(([, pattern]) => pattern.test(text)).map(([intent]) => intent)
  const [intent = 'unknown', ...alternatives] = fitting
  return { intent, confidence: intent === 'unknown' ? 0 : 0.6, alternatives, slots: {} }
}
