import { requireRuleCount, TranslationError } from '../result/translation.ts'

/* The JSON of json-rules-engine: an array of rules, one rule, or an object with `rules` and shared `conditions`. */

export type Json = Readonly<Record<string, unknown>>
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** An own member, never one of every object. */
export const memberOf = (value: Json, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)

/** Returns a value as text; one that is nested too deeply to be written has none. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '…'
  }
}

export interface RuleFile {
  rules: readonly unknown[]
  /** Shared conditions by name. */
  conditions: Json
}

/** Whether a text reads as JSON of json-rules-engine. */
export const isJsonText = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text)

/** Parses a file. @throws TranslationError */
export function readRuleFile(text: string): RuleFile {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new TranslationError('notJson', { detail: error instanceof Error ? error.message : String(error) })
  }
  const object = isJson(value) ? value : {}
  const listed = Array.isArray(value) ? value : memberOf(object, 'rules')
  const rules: unknown = listed ?? ('conditions' in object && 'event' in object ? [value] : undefined)
  if (!Array.isArray(rules)) throw new TranslationError('noRules')
  requireRuleCount(rules.length)
  const shared = listed === undefined || Array.isArray(value) ? undefined : memberOf(object, 'conditions')
  return { rules: rules.map(parseText), conditions: isJson(shared) ? shared : {} }
}

/** `toJSON()` of a rule returns a text. */
function parseText(rule: unknown): unknown {
  if (typeof rule !== 'string') return rule
  try {
    return JSON.parse(rule)
  } catch {
    return rule
  }
}
