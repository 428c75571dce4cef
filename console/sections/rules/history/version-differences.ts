import type { RuleBody } from '@assay/risk-service/contract'
import { dequal } from 'dequal/lite'
import { clausesInRunOrder } from '../rule-draft.ts'

/** Words that stand in the text of a rule: translated by who shows it. */
export interface RuleTextLabels {
  condition: string
  /** Null where the clauses have no sections. */
  section: (section: RuleBody['clauses'][number]['section']) => string | null
}

/** A whole rule as one text, in run order: its details, its condition, each clause under its name. */
export function ruleText(body: RuleBody, words: RuleTextLabels): string {
  const parts = [`// ${body.name}`]
  for (const line of body.description.split('\n')) if (line.trim() !== '') parts.push(`// ${line}`)
  parts.push('', `// ${words.condition}`)
  if (body.condition.trim() !== '') parts.push(body.condition.trimEnd())
  for (const group of clausesInRunOrder(body.clauses)) {
    const section = words.section(group.section)
    for (const { clause } of group.clauses)
      parts.push('', `// ${clause.name}${section === null ? '' : ` (${section})`}`, clause.text.trimEnd())
  }
  return `${parts.join('\n')}\n`
}

export type PartChange =
  | { part: 'name' | 'description' | 'condition' | 'sample' | 'order'; kind: 'changed' }
  | { part: 'clause'; name: string; kind: 'changed' | 'added' | 'removed' }

/** The parts of a rule in which two versions differ, as a list: the text equivalent of the marks. */
export function partChanges(before: RuleBody, after: RuleBody): PartChange[] {
  const found: PartChange[] = (['name', 'description', 'condition'] as const)
    .filter(part => before[part] !== after[part])
    .map(part => ({ part, kind: 'changed' }))
  const was = new Map(before.clauses.map(clause => [clause.name, clause]))
  const is = new Map(after.clauses.map(clause => [clause.name, clause]))
  for (const [name, clause] of is) {
    const old = was.get(name)
    if (!old) found.push({ part: 'clause', name, kind: 'added' })
    else if (old.text !== clause.text || old.section !== clause.section)
      found.push({ part: 'clause', name, kind: 'changed' })
  }
  for (const name of was.keys()) if (!is.has(name)) found.push({ part: 'clause', name, kind: 'removed' })
  const order = (body: RuleBody, other: ReadonlyMap<string, unknown>) =>
    clausesInRunOrder(body.clauses)
      .flatMap(group => group.clauses.map(each => each.clause.name))
      .filter(name => other.has(name))
      .join('\n')
  if (order(before, is) !== order(after, was)) found.push({ part: 'order', kind: 'changed' })
  if (!dequal(before.sample, after.sample)) found.push({ part: 'sample', kind: 'changed' })
  return found
}
