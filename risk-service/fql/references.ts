import type { Dependency, FunctionBody, VelocitySetBody } from '../contract/index.ts'
import { parse } from './parse.ts'
import { bare, type Expr, type Statement } from './tree.ts'
import type { RuleSource } from './types.ts'

/**
 * What a rule names; `sets`: it sets this variable rather than reads it. Of a function, `place`: where the call looks
 * for it, with the id of an environment in lower case, its own environment when absent; of that and of an external
 * call, `args`: with how many arguments it is called. Of a column, `list`: both names may hold dots.
 */
export interface Reference extends Dependency {
  sets?: true
  place?: 'root' | 'parent' | { environmentId: string }
  args?: number
  list?: string
}

const customList = new Map<string, readonly number[]>([
  ['containskey', [1]],
  ['lookup', [1, 3]],
  ['lookupclosest', [1, 3]],
])
const supportList = new Set(['insupportlist', 'issafe', 'isblock', 'iswatch'])
const resources: Readonly<Record<string, Dependency['kind']>> = {
  velocity: 'velocity',
  external: 'externalCall',
  assessments: 'externalAssessment',
}

/**
 * Everything that the texts of a rule name, each once, in the letter case of its first mention. Texts that cannot be
 * read name nothing.
 */
export function referencesOf(rule: Pick<RuleSource, 'condition' | 'clauses'>): Reference[] {
  const found = new Map<string, Reference>()
  const add: Add = (kind, name, { sets, place, args, list } = {}) => {
    const key = `${kind}\n${sets ? 'sets' : ''}\n${place === undefined ? '' : JSON.stringify(place)}\n${args ?? ''}\n${list?.toLowerCase() ?? ''}\n${name.toLowerCase()}`
    if (!found.has(key))
      found.set(key, {
        kind,
        name,
        ...(sets ? { sets } : {}),
        ...(place === undefined ? {} : { place }),
        ...(args === undefined ? {} : { args }),
        ...(list === undefined ? {} : { list }),
      })
  }
  for (const text of [rule.condition, ...rule.clauses.map(clause => clause.text)])
    for (const statement of parse(text).statements ?? []) visit(statement, add)
  return [...found.values()]
}

type Add = (kind: Dependency['kind'], name: string, more?: Pick<Reference, 'sets' | 'place' | 'args' | 'list'>) => void

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
      const arg = node.args[index]
      const value = arg === undefined ? undefined : bare(arg.value)
      return value?.kind === 'string' ? value.value : null
    }
    const first = text(0)
    if (called === 'setvariables')
      for (const arg of node.args) if (arg.name !== null) add('variable', arg.name, { sets: true })
    if (first === null) return
    const columns = customList.get(called)
    if (columns !== undefined) {
      add('list', first)
      for (const index of columns) {
        const column = text(index)
        if (column !== null) add('column', `${first}.${column}`, { list: first })
      }
    }
    if (supportList.has(called)) add('supportList', first)
    if (called === 'queue') add('queue', first)
    if (called === 'getvariable') add('variable', first)
  } else if (node.kind === 'member') {
    const { object } = node
    if (object.kind === 'name') {
      const kind = resources[object.name.toLowerCase()]
      if (kind !== undefined)
        add(kind, node.name, kind === 'externalCall' && node.args !== null ? { args: node.args.length } : {})
      if (object.name.toLowerCase() === 'functions' && node.args !== null)
        add('function', node.name, { args: node.args.length })
    } else if (node.args !== null) {
      const place = placeOf(object)
      if (place !== null) add('function', node.name, { place, args: node.args.length })
    }
  }
}

/** `Functions.root`, `Functions.parent`, `Functions.environment["…"]`. */
function placeOf(expr: Expr): NonNullable<Reference['place']> | null {
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
  const id = bare(expr.index)
  return id.kind === 'string' ? { environmentId: id.value.toLowerCase() } : null
}

/** Functions that a rule calls, each once, as one key that tells those of other environments apart. */
export function functionsOf(rule: Pick<RuleSource, 'condition' | 'clauses'>): string[] {
  return referencesOf(rule).flatMap(({ kind, name, place }) =>
    kind === 'function' ? [`${place === undefined ? '' : JSON.stringify(place)} ${name.toLowerCase()}`] : [],
  )
}

/** Velocity sets and functions as rules, so that what they name can be found in the same way. */
const asRule = (texts: readonly string[], condition = '') => ({
  condition,
  clauses: texts.map(text => ({ name: '', section: 'prior' as const, text })),
})
export const velocitySetAsRule = (body: Pick<VelocitySetBody, 'condition' | 'velocities'>) =>
  asRule(
    body.velocities.map(({ text }) => text),
    body.condition,
  )
export const functionAsRule = (body: Pick<FunctionBody, 'properties'>) =>
  asRule(body.properties.map(({ code }) => code))
