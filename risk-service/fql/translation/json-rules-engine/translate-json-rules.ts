import { buildRules, type RuleDraft } from '../result/build-rules.ts'
import { TranslationStop } from '../result/notes.ts'
import type { Translation, TranslationOptions } from '../result/translation.ts'
import { type JsonContext, translateConditions } from './conditions.ts'
import { statementOf } from './events.ts'
import { isJson, type Json, jsonText, memberOf, readRuleFile } from './read-rules.ts'

export function translateJsonRules(
  text: string,
  { check, paths = new Map(), decisions = new Map() }: TranslationOptions,
): Translation {
  const { rules, conditions } = readRuleFile(text)
  const drafts = rules.map((rule, index): RuleDraft => {
    const context: JsonContext = { notes: [], check, paths, shared: conditions }
    const object = isJson(rule) ? rule : {}
    const draft = (body: RuleDraft['body'], type = ''): RuleDraft => {
      const name = memberOf(object, 'name')
      return {
        number: index + 1,
        name: typeof name === 'string' && name.trim() !== '' ? name : `Rule ${index + 1} ${type}`,
        original: jsonText(rule),
        notes: context.notes,
        body,
      }
    }
    try {
      if (!isJson(rule)) throw new TranslationStop('form', { path: `rules[${index}]`, expected: 'rule' })
      const { type, head, notes } = statementOf(memberOf(rule, 'event'), decisions)
      context.notes.push(...notes)
      priorityOf(rule)
      const condition = translateConditions(context, memberOf(rule, 'conditions'), 'conditions')
      return draft({ head, condition }, type)
    } catch (error) {
      if (!(error instanceof TranslationStop)) throw error
      context.notes.push(error.note)
      return draft(null)
    }
  })
  const translated = buildRules(drafts, check)
  // Rules of a higher priority run first; those of the same one in the order of the file.
  const order = translated
    .filter(({ clause }) => clause !== null)
    .sort((a, b) => priorityAt(rules, b.number) - priorityAt(rules, a.number) || a.number - b.number)
  return { origin: 'json-rules-engine', rules: translated, order, velocitySets: [], lists: [] }
}

const priorityAt = (rules: readonly unknown[], number: number): number => {
  const rule = rules[number - 1]
  return isJson(rule) ? priorityOf(rule) : 1
}

/** @throws TranslationStop for one that the engine refuses */
function priorityOf(rule: Json): number {
  const priority = Number.parseInt(String(memberOf(rule, 'priority') || 1), 10)
  if (Number.isNaN(priority) || priority <= 0)
    throw new TranslationStop('form', { path: 'priority', expected: 'priority' })
  return priority
}
