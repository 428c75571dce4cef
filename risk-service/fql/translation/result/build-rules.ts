import { checkRule } from '../../check/check.ts'
import type { CheckEnvironment } from '../../types/check-environment.ts'
import type { ClauseSource, Section } from '../../types/rule-source.ts'
import { type Condition, conditionText, whenText } from './condition.ts'
import { createNote, type TranslationNote, worstState } from './notes.ts'
import { type TranslatedRule, translationLimits } from './translation.ts'

/** A rule before its text is checked. */
export interface RuleDraft {
  number: number
  /** Not yet unique. */
  name: string
  original: string
  notes: readonly TranslationNote[]
  /** The statement without its WHEN, and its condition; null: there is no translation. */
  body: { head: string; condition: Condition } | null
}

const nameLength = 60

/** Returns a name that rules can have: without control characters, of the permitted length. */
const plainName = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}_]+/u, '')
    .slice(0, nameLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()

/** Makes names unique, without letter case: a repeated one gets a number. */
function uniqueName(text: string, number: number, taken: Set<string>): string {
  const base = plainName(text) || `Rule ${number}`
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : ` ${count}`
    const name = `${base.slice(0, nameLength - suffix.length).trimEnd()}${suffix}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

/** Returns the section in which all rules run: a score is only read in one of the last, and the order has to stay. */
function sectionOf(drafts: readonly RuleDraft[], { legacyScores }: CheckEnvironment): Section {
  if (legacyScores === undefined) return 'prior'
  const reads = (score: string): boolean =>
    drafts.some(({ body }) => body !== null && conditionText(body.condition).toLowerCase().includes(`@"${score}"`))
  if (reads('riskscore')) return 'postRisk'
  return legacyScores === 'riskAndBot' && reads('botscore') ? 'postBot' : 'prior'
}

/** Writes the texts of rules and has the compiler check each: one with an error is no translation. */
export function buildRules(drafts: readonly RuleDraft[], check: CheckEnvironment): TranslatedRule[] {
  const taken = new Set<string>()
  const section = sectionOf(drafts, check)
  return drafts.map(draft => {
    const { number, original } = draft
    const name = uniqueName(draft.name, number, taken)
    const finish = (text: string | null, notes: readonly TranslationNote[]): TranslatedRule => {
      const state = worstState(notes)
      const complete = text !== null && state !== 'leftOut' && state !== 'failed'
      return {
        number,
        name,
        original,
        state,
        notes,
        // The answer has the outputs of all rules by the names of their clauses.
        clause: complete ? { name, section, text } : null,
      }
    }
    const state = worstState(draft.notes)
    if (draft.body === null || state === 'leftOut' || state === 'failed') return finish(null, draft.notes)
    const text = `${draft.body.head}\n${whenText(draft.body.condition)}`
    if (text.length > translationLimits.text)
      return finish(null, [...draft.notes, createNote('tooLong', { limit: translationLimits.text })])
    return finish(text, [...draft.notes, ...compilerNotes({ name, section, text }, check)])
  })
}

/**
 * Errors of the compiler, and attributes that the assessment does not have; `customData` may have any. Other warnings
 * need no reader.
 */
function compilerNotes(clause: ClauseSource, check: CheckEnvironment): TranslationNote[] {
  const found = checkRule({ condition: '', clauses: [clause] }, check)
  const paths = new Set<string>()
  return found.flatMap(({ diagnostic: { code, severity, message, params } }) => {
    if (severity === 'error') return [createNote('compiler', { code, message })]
    const path = String(params['n']).replace(/^@"|"$/g, '')
    if (code !== 'FQL3001' || paths.has(path) || /^customData\./i.test(path)) return []
    paths.add(path)
    return [createNote('unknownAttribute', { path })]
  })
}
