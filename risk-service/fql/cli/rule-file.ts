import { defined } from '../../contract/defined.ts'
import { buildCheckEnvironment, type CaseRule, type FqlCase } from '../cases/case.ts'
import type { CheckEnvironment, PartContext, RuleKind } from '../index.ts'

/** The content of a file: bare text is one part, JSON is a rule (as in a case) with the names that it may use. */
export interface RuleFile {
  parts: { name: string; context: PartContext; text: string }[]
  testCase: FqlCase
  env: CheckEnvironment
}

const kindByStatement: Readonly<Record<string, RuleKind>> = { ROUTETO: 'routing', SELECT: 'velocity' }

/** Returns the kind of a bare text by its statements. */
function detectKind(text: string): FqlCase['kind'] {
  const word =
    /\b(ROUTETO|SELECT)\b/i
      .exec(text.replace(/"[^"\n]*"|'[^'\n]*'|\/\/[^\n]*|\/\*[^]*?\*\//g, ''))?.[1]
      ?.toUpperCase() ?? ''
  return (kindByStatement[word] ?? 'decision') as FqlCase['kind']
}

/** @param file its name, for messages */
export function readRuleFile(text: string, file: string): RuleFile {
  const json = /^\s*[[{]/.test(text)
  const content = json ? parseJsonFile<Partial<FqlCase> | CaseRule | CaseRule[]>(text, file) : text
  if (
    typeof content !== 'string' &&
    !Array.isArray(content) &&
    !['rule', 'clauses', 'velocities'].some(name => name in content)
  )
    throw new Error(`${file}: There is no rule in the file.`)
  const wrapped: Partial<FqlCase> =
    typeof content === 'object' && 'rule' in content ? content : { rule: content as FqlCase['rule'] }
  const kind =
    wrapped.kind ??
    (typeof wrapped.rule === 'string'
      ? detectKind(wrapped.rule)
      : typeof wrapped.rule === 'object' && 'velocities' in wrapped.rule
        ? 'velocity'
        : 'decision')
  const testCase: FqlCase = {
    name: '',
    event: {},
    expect: {},
    rule: '',
    ...wrapped,
    ...defined({ kind }),
  }
  return { parts: rulePartsOf(testCase.rule), testCase, env: buildCheckEnvironment(testCase) }
}

/** Parses JSON; the error names the file. */
export function parseJsonFile<T>(text: string, file: string): T {
  try {
    return JSON.parse(text) as T
  } catch (thrown) {
    throw new Error(`${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}`, { cause: thrown })
  }
}

function rulePartsOf(rule: FqlCase['rule']): RuleFile['parts'] {
  if (typeof rule === 'string') return [{ name: 'clause1', context: 'clause', text: rule }]
  const rules = (Array.isArray(rule) ? rule : [rule]) as (CaseRule | { condition?: string; velocities: string[] })[]
  return rules.flatMap((each): RuleFile['parts'] => [
    ...(each.condition === undefined
      ? []
      : [{ name: 'condition', context: 'condition' as const, text: each.condition }]),
    ...('velocities' in each
      ? each.velocities.map((text, index) => ({ name: `velocity${index + 1}`, context: 'clause' as const, text }))
      : each.clauses.map(({ name, code }) => ({ name, context: 'clause' as const, text: code }))),
  ])
}
