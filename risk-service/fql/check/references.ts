import { defined } from '../../contract/defined.ts'
import type { Dependency, FunctionBody, VelocitySetBody } from '../../contract/index.ts'
import { parse } from '../parse/parse.ts'
import { type Expr, stripParentheses } from '../parse/syntax-tree.ts'
import { type TreeNode, visitNodes } from '../parse/visit-nodes.ts'
import type { RuleSource } from '../types/rule-source.ts'

/**
 * A name in a rule; `sets`: it sets this variable rather than reads it. Of a function, `place`: the scope in which the
 * call finds it, with the id of an environment in lower case, its own environment when absent; of a function and of an
 * external call, `args`: the number of arguments of the call. Of a column, `list`: both names may contain dots.
 */
export interface Reference extends Dependency {
  setsOnly?: true
  scope?: 'root' | 'parent' | { environmentId: string }
  args?: number
  list?: string
}

const customListArguments = new Map<string, readonly number[]>([
  ['containskey', [1]],
  ['lookup', [1, 3]],
  ['lookupclosest', [1, 3]],
])
const supportListFunctions = new Set(['insupportlist', 'issafe', 'isblock', 'iswatch'])
const dependencyKindByNamespace: Readonly<Record<string, Dependency['kind']>> = {
  velocity: 'velocity',
  external: 'externalCall',
  assessments: 'externalAssessment',
}

/**
 * Returns all names in the texts of a rule, each once, in the letter case of its first occurrence. Texts that cannot be
 * parsed have no names.
 */
export function referencesOf(rule: Pick<RuleSource, 'condition' | 'clauses'>): Reference[] {
  const found = new Map<string, Reference>()
  const add: AddReference = (kind, name, { setsOnly, scope, args, list } = {}) => {
    const key = `${kind}\n${setsOnly ? 'sets' : ''}\n${scope === undefined ? '' : JSON.stringify(scope)}\n${args ?? ''}\n${list?.toLowerCase() ?? ''}\n${name.toLowerCase()}`
    if (!found.has(key))
      found.set(key, {
        kind,
        name,
        ...(setsOnly ? { setsOnly } : {}),
        ...defined({ scope, args, list }),
      })
  }
  for (const text of [rule.condition, ...rule.clauses.map(clause => clause.text)])
    for (const statement of parse(text).statements ?? []) visitNodes(statement, node => collectReferences(node, add))
  return [...found.values()]
}

type AddReference = (
  kind: Dependency['kind'],
  name: string,
  more?: Pick<Reference, 'setsOnly' | 'scope' | 'args' | 'list'>,
) => void

/** Passes the names that a node itself contains to a callback, without those of the nodes in it. */
export function collectReferences(node: TreeNode, add: AddReference): void {
  if (node.kind === 'attribute') add('attribute', node.path.replace(/\[\d*\]/g, ''))
  else if (node.kind === 'json') {
    if (node.path !== null) add('attribute', node.path.replace(/\[\d*\]/g, ''))
  } else if (node.kind === 'call') {
    const called = node.name.toLowerCase()
    const text = (index: number): string | null => {
      const arg = node.args[index]
      const value = arg === undefined ? undefined : stripParentheses(arg.value)
      return value?.kind === 'string' ? value.value : null
    }
    const first = text(0)
    if (called === 'setvariables')
      for (const arg of node.args) if (arg.name !== null) add('variable', arg.name, { setsOnly: true })
    if (first === null) return
    const columns = customListArguments.get(called)
    if (columns !== undefined) {
      add('list', first)
      for (const index of columns) {
        const column = text(index)
        if (column !== null) add('column', `${first}.${column}`, { list: first })
      }
    }
    if (supportListFunctions.has(called)) add('supportList', first)
    if (called === 'queue') add('queue', first)
    if (called === 'getvariable') add('variable', first)
  } else if (node.kind === 'member') {
    const { object } = node
    if (object.kind === 'name') {
      const kind = dependencyKindByNamespace[object.name.toLowerCase()]
      if (kind !== undefined)
        add(kind, node.name, kind === 'externalCall' && node.args !== null ? { args: node.args.length } : {})
      if (object.name.toLowerCase() === 'functions' && node.args !== null)
        add('function', node.name, { args: node.args.length })
    } else if (node.args !== null) {
      const place = functionScopeOf(object)
      if (place !== null) add('function', node.name, { scope: place, args: node.args.length })
    }
  }
}

/** Returns the scope of `Functions.root`, `Functions.parent`, `Functions.environment["…"]`. */
function functionScopeOf(expr: Expr): NonNullable<Reference['scope']> | null {
  const inner = expr.kind === 'index' ? expr.object : expr
  if (
    inner.kind !== 'member' ||
    inner.args !== null ||
    inner.object.kind !== 'name' ||
    inner.object.name.toLowerCase() !== 'functions'
  )
    return null
  const name = inner.name.toLowerCase()
  if (name === 'root' || name === 'parent') return name
  if (name !== 'environment' || expr.kind !== 'index') return null
  const id = stripParentheses(expr.index)
  return id.kind === 'string' ? { environmentId: id.value.toLowerCase() } : null
}

/** Returns the functions that a rule calls, each once, as one key that distinguishes those of other environments. */
export function functionKeysOf(rule: Pick<RuleSource, 'condition' | 'clauses'>): string[] {
  return referencesOf(rule).flatMap(({ kind, name, scope: place }) =>
    kind === 'function' ? [`${place === undefined ? '' : JSON.stringify(place)} ${name.toLowerCase()}`] : [],
  )
}

/** Converts statements, velocity sets and functions to rules, so that their names can be found in the same way. */
export const statementsAsRule = (texts: readonly string[], condition = '') => ({
  condition,
  clauses: texts.map(text => ({ name: '', section: 'prior' as const, text })),
})
export const velocitySetAsRule = (body: Pick<VelocitySetBody, 'condition' | 'velocities'>) =>
  statementsAsRule(
    body.velocities.map(({ text }) => text),
    body.condition,
  )
export const functionAsRule = (body: Pick<FunctionBody, 'properties'>) =>
  statementsAsRule(body.properties.map(({ code }) => code))
