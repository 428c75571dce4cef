import { parse } from '../fql/parse.ts'
import type { Expr, Statement } from '../fql/tree.ts'
import type { Dependency } from '../contract/index.ts'
import type { RuleSource } from '../fql/index.ts'

/** What a rule names; `sets`: it sets this variable rather than reads it. */
export interface Reference extends Dependency { sets?: true }

const customList = new Map<string, readonly number[]>([['containskey', [1]], ['lookup', [1, 3]], ['lookupclosest', [1, 3]]])
const supportList = new Set(['insupportlist', 'issafe', 'isblock', 'iswatch'])
const resources: Readonly<Record<string, Dependency['kind']>> = { velocity: 'velocity', external: 'externalCall', assessments: 'externalAssessment' }

/** Everything that the texts of a rule name, each once, in the letter case of its first mention. Texts that cannot be read name nothing. */
export function referencesOf(rule: Pick<RuleSource, 'condition' | 'clauses'>): Reference[] {
  const found = new Map<string, Reference>()
  const add = (kind: Dependency['kind'], name: string, sets = false) => {
    const key = `${kind}\n${sets ? 'sets' : ''}\n${name.toLowerCase()}`
    if (!found.has(key)) found.set(key, { kind, name, ...(sets ? { sets: true as const } : {}) })
  }
  for (const text of [rule.condition, ...rule.clauses.map(clause => clause.text)]) for (const statement of parse(text).statements ?? []) visit(statement, add)
  return [...found.values()]
}

type Add = (kind: Dependency['kind'], name: string, sets?: boolean) => void

function visit(node: unknown, add: Add): void {
  if (Array.isArray(node)) {
    for (const each of node as unknown[]) visit(each, add)
    return
  }
  if (typeof node !== 'object' || node === null) return
  if ('kind' in node) name(node as Expr | Statement, add)
  for (const each of Object.values(node)) visit(each, add)
}

function name(node: Expr | Statement, add: Add): void {
  if (node.kind === 'attribute') add('attribute', node.path.replace(/\[\d*\]/g, ''))
  else if (node.kind === 'json') {
    if (node.path !== null) add('attribute', node.path.replace(/\[\d*\]/g, ''))
  } else if (node.kind === 'call') {
    const called = node.name.toLowerCase()
    const text = (index: number): string | null => {
      const value = node.args[index]?.value
      return value?.kind === 'string' ? value.value : null
    }
    const first = text(0)
    if (called === 'setvariables') for (const arg of node.args) if (arg.name !== null) add('variable', arg.name, true)
    if (first === null) return
    const columns = customList.get(called)
    if (columns !== undefined) {
      add('list', first)
      for (const index of columns) {
        const column = text(index)
        if (column !== null) add('column', `${first}.${column}`)
      }
    }
    if (supportList.has(called)) add('supportList', first)
    if (called === 'queue') add('queue', first)
    if (called === 'getvariable') add('variable', first)
  } else if (node.kind === 'member') {
    const { object } = node
    if (object.kind === 'name') {
      const kind = resources[object.name.toLowerCase()]
      if (kind !== undefined) add(kind, node.name)
      if (object.name.toLowerCase() === 'functions' && node.args !== null) add('function', node.name)
    } else if (node.args !== null && isFunctionScope(object)) add('function', node.name)
  }
}

/** `Functions.root`, `Functions.parent`, `Functions.environment["…"]`. */
function isFunctionScope(expr: Expr): boolean {
  const inner = expr.kind === 'index' ? expr.object : expr
  return inner.kind === 'member' && inner.args === null && inner.object.kind === 'name' && inner.object.name.toLowerCase() === 'functions'
    && ['root', 'parent', 'environment'].includes(inner.name.toLowerCase())
}
