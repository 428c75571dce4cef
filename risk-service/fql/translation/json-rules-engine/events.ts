import type { DecisionKind } from '../../types/rule-source.ts'
import { numberLiteral, textLiteral } from '../result/condition.ts'
import { createNote, type TranslationNote, TranslationStop } from '../result/notes.ts'
import { isJson, type Json, memberOf } from './read-rules.ts'

/*
 * Events: one whose type names a decision returns it, others are written into the answer. The engine emits the events
 * of all rules; the first decision ends the evaluation here.
 */

const words: readonly (readonly [DecisionKind, RegExp])[] = [
  ['Reject', /^(?:reject(?:ed)?|block(?:ed)?|deny|denied|declined?|refused?|fraud(?:ulent)?)$/],
  ['Challenge', /^(?:challenged?|stepup|otp|3ds|mfa)$/],
  ['Review', /^(?:review(?:ed)?|manual|flag(?:ged)?|escalated?)$/],
  ['Approve', /^(?:approved?|allow(?:ed)?|accept(?:ed)?|permit(?:ted)?)$/],
]

/** Returns the decision that the type of an event names, by its words; null: none, or more than one. */
function decisionOf(type: string): DecisionKind | null {
  const parts = type
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  if (parts.some(part => part === 'not' || part === 'no')) return null
  const found = words.filter(([, pattern]) => parts.some(part => pattern.test(part))).map(([decision]) => decision)
  return found.length === 1 ? (found[0] ?? null) : null
}

export interface EventStatement {
  type: string
  /** The statement without its WHEN. */
  head: string
  notes: TranslationNote[]
}

/** @throws TranslationStop */
export function statementOf(event: unknown, decisions: ReadonlyMap<string, DecisionKind | 'Observe'>): EventStatement {
  const type = isJson(event) ? memberOf(event, 'type') : undefined
  if (typeof type !== 'string' || type === '')
    throw new TranslationStop('form', { path: 'event.type', expected: 'eventType' })
  const notes: TranslationNote[] = []
  const chosen = decisions.get(type)
  const decision = chosen ?? decisionOf(type) ?? 'Observe'
  if (chosen === undefined && decision !== 'Observe') notes.push(createNote('eventDecides', { event: type, decision }))
  const pairs = pairsOf(isJson(event) ? memberOf(event, 'params') : undefined, notes)
  if (decision === 'Observe')
    return { type, head: `OBSERVE Output(${[`event = ${textLiteral(type)}`, ...pairs].join(', ')})`, notes }
  const arguments_ = [
    ...(decision === 'Challenge' ? [textLiteral(type.slice(0, 200))] : []),
    textLiteral(type.slice(0, 200)),
  ]
  const output = pairs.length === 0 ? '' : `, Output(${pairs.join(', ')})`
  return { type, head: `RETURN ${decision}(${arguments_.join(', ')})${output}`, notes }
}

/** Returns the parameters of an event that an answer can have under their names. */
function pairsOf(params: unknown, notes: TranslationNote[]): string[] {
  const values: Json = isJson(params) ? params : {}
  const names = new Set(['event'])
  return Object.entries(values).flatMap(([name, value]) => {
    const literal =
      typeof value === 'string'
        ? textLiteral(value)
        : typeof value === 'number'
          ? numberLiteral(value)
          : typeof value === 'boolean'
            ? String(value)
            : null
    if (literal === null || !/^[A-Za-z_]\w*$/.test(name) || names.has(name.toLowerCase())) {
      notes.push(createNote('eventParameter', { name }))
      return []
    }
    names.add(name.toLowerCase())
    return [`${name} = ${literal}`]
  })
}
