import type { CheckEnvironment } from '../../types/check-environment.ts'
import { all, always, any, attribute, type Condition, not } from '../result/condition.ts'
import { createNote, type TranslationNote, TranslationStop } from '../result/notes.ts'
import { translationLimits } from '../result/translation.ts'
import { compareFacts, type FactValue, testFact } from './operators.ts'
import { isJson, type Json, jsonText, memberOf } from './read-rules.ts'

export interface JsonContext {
  notes: TranslationNote[]
  check: CheckEnvironment
  paths: ReadonlyMap<string, string>
  shared: Json
}

/**
 * Translates conditions: `any`, `all`, `not`, a shared condition, or one about a fact. `place`: their path in the rule,
 * for messages.
 */
export function translateConditions(
  context: JsonContext,
  value: unknown,
  place: string,
  names: readonly string[] = [],
  depth = 0,
): Condition {
  if (depth > translationLimits.nesting) throw new TranslationStop('tooDeep', { limit: translationLimits.nesting })
  if (!isJson(value)) throw new TranslationStop('form', { path: place, expected: 'condition' })
  const inner = (each: unknown, at: string): Condition => translateConditions(context, each, at, names, depth + 1)
  for (const kind of ['any', 'all'] as const) {
    if (!Object.hasOwn(value, kind)) continue
    const parts = value[kind]
    if (!Array.isArray(parts)) throw new TranslationStop('form', { path: `${place}.${kind}`, expected: 'list' })
    const translated = parts.map((each, index) => inner(each, `${place}.${kind}[${index}]`))
    // The engine takes no condition for a true one, in both of them.
    if (translated.length === 0) return always
    return kind === 'all' ? all(...translated) : any(...translated)
  }
  if (Object.hasOwn(value, 'not')) {
    if (Array.isArray(value['not']))
      throw new TranslationStop('form', { path: `${place}.not`, expected: 'singleCondition' })
    return not(inner(value['not'], `${place}.not`))
  }
  const text = jsonText(value)
  try {
    if (Object.hasOwn(value, 'condition')) return sharedCondition(context, value['condition'], place, names, depth)
    return testOf(context, value, place, text)
  } catch (error) {
    // The other conditions are looked at as well, so that all of their notes are found.
    if (!(error instanceof TranslationStop) || error.note.code === 'tooDeep') throw error
    const { code, parameters, condition } = error.note
    context.notes.push(createNote(code, parameters, condition ?? text))
    return always
  }
}

function sharedCondition(
  context: JsonContext,
  name: unknown,
  place: string,
  names: readonly string[],
  depth: number,
): Condition {
  if (typeof name !== 'string') throw new TranslationStop('form', { path: `${place}.condition`, expected: 'name' })
  if (names.includes(name)) throw new TranslationStop('conditionCircle', { name })
  const found = memberOf(context.shared, name)
  if (found === undefined) throw new TranslationStop('missingCondition', { name })
  return translateConditions(context, found, `conditions.${name}`, [...names, name], depth + 1)
}

function testOf(context: JsonContext, value: Json, place: string, text: string): Condition {
  const operator = memberOf(value, 'operator')
  if (typeof operator !== 'string' || operator === '')
    throw new TranslationStop('form', { path: `${place}.operator`, expected: 'operatorName' })
  if (!Object.hasOwn(value, 'value')) throw new TranslationStop('form', { path: `${place}.value`, expected: 'value' })
  const fact = factOf(context, value, place)
  const report: Parameters<typeof testFact>[3] = (code, parameters) => {
    const note = createNote(code, parameters, text)
    if (!context.notes.some(each => each.code === code && each.message === note.message)) context.notes.push(note)
  }
  const compared = value['value']
  return isJson(compared) && Object.hasOwn(compared, 'fact')
    ? compareFacts(fact, operator, factOf(context, compared, `${place}.value`), report)
    : testFact(fact, operator, compared, report)
}

/** Returns the attribute of a fact: its name, or the one of `--map`, and its path below. */
function factOf(context: JsonContext, value: Json, place: string): FactValue {
  const name = memberOf(value, 'fact')
  if (typeof name !== 'string' || name === '')
    throw new TranslationStop('form', { path: `${place}.fact`, expected: 'factName' })
  const params = memberOf(value, 'params')
  if (isJson(params) && Object.keys(params).length > 0) throw new TranslationStop('factParameters', { name })
  const mapped = context.paths.get(name)
  if (mapped === undefined && /[.[\]]/.test(name)) throw new TranslationStop('unaddressable', { name })
  const path = `${mapped ?? name}${stepsOf(memberOf(value, 'path'), place)}`
  const code = attribute(path)
  if (code === null) throw new TranslationStop('unaddressable', { name: path })
  const plain = path.toLowerCase().replace(/\[\d+\]/g, '')
  return { name, code, info: context.check.attributes.get(plain) }
}

/** Returns the steps of a JSON path of names and indexes, as the language writes them. */
function stepsOf(path: unknown, place: string): string {
  if (path === undefined || path === null || path === '') return ''
  if (typeof path !== 'string') throw new TranslationStop('form', { path: `${place}.path`, expected: 'text' })
  const stepPattern = /\.([\w-]+)|\[(\d+)\]|\[(?:'([^'\]]+)'|"([^"\]]+)")\]/y
  stepPattern.lastIndex = path.startsWith('$') ? 1 : 0
  // A path may leave out the root.
  const text = path.startsWith('$') || path.startsWith('.') || path.startsWith('[') ? path : `.${path}`
  let steps = ''
  let at = stepPattern.lastIndex
  while (at < text.length) {
    stepPattern.lastIndex = at
    const found = stepPattern.exec(text)
    if (found === null) throw new TranslationStop('jsonPath', { path })
    const [all, name, index, single, double] = found
    const quoted = single ?? double
    if (quoted !== undefined && quoted.includes('.')) throw new TranslationStop('jsonPath', { path })
    steps += index === undefined ? `.${name ?? quoted ?? ''}` : `[${index}]`
    at += all.length
  }
  return steps
}
