import { defined } from '../../contract/defined.ts'
import { descriptionKey } from '../functions/description-key.ts'
import {
  type FunctionEntry,
  functionTable,
  namespaces,
  resourceNamespaces,
  signatureWithResult,
} from '../functions/function-table.ts'
import type { StaticType } from '../lower/context.ts'
import { scan } from '../parse/scan.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { PartContext } from '../types/rule-source.ts'
import type { Completion } from './completion.ts'
import { assessmentMethods } from './help.ts'
import { findFunctionScope, findReceiver, inferType } from './receiver.ts'

const statements: Readonly<Record<string, readonly string[]>> = {
  condition: ['LET', 'WHEN'],
  decision: ['LET', 'OBSERVE', 'RETURN', 'WHEN', 'DO'],
  postDecision: ['LET', 'DO', 'WHEN'],
  routing: ['LET', 'ROUTETO', 'WHEN'],
}
const operators = ['AND', 'OR', 'NOT', 'TRUE', 'FALSE', 'NULL']

/** Returns the completions at an offset, all from the function table and the environment. */
export function complete(text: string, offset: number, context: PartContext, env: CheckEnvironment): Completion[] {
  const before = text.slice(0, offset)
  const attribute = /@@?(?:"([^"\n]*)|'([^'\n]*)|(\w*))$/.exec(before)
  if (attribute !== null) return attributeCompletions(attribute, offset, env)
  const { tokens, error } = scan(before)
  const last = tokens[tokens.length - 1]
  if (error?.code === 'FQL1002') return listNameCompletions(before, error.from, env)
  if (
    error?.code === 'FQL1003' ||
    (last?.kind === 'comment' && last.to === before.length && before.startsWith('//', last.from))
  )
    return []
  const variable = /\$(\w*)$/.exec(before)
  if (variable !== null) return variableCompletions(before, offset - variable[0].length)
  const member = /\.\s*(\w*)$/.exec(before)
  if (member !== null) return memberCompletions(before.slice(0, member.index), offset - (member[1] ?? '').length, env)
  const word = /\w*$/.exec(before)?.[0] ?? ''
  const from = offset - word.length
  return statementCompletions(before.slice(0, from), env, from) ?? rootCompletions(context, env, from)
}

const createCompletion = (
  kind: Completion['kind'],
  label: string,
  detail: string,
  from: number,
  apply = label,
  description?: string,
): Completion => ({ kind, label, detail, from, apply, ...defined({ description }) })

function attributeCompletions(found: RegExpExecArray, offset: number, env: CheckEnvironment): Completion[] {
  const sign = found[0].startsWith('@@') ? '@@' : '@'
  const from = offset - found[0].length
  const typed = (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase()
  return [...env.attributes.values()]
    .filter(info => info.path.toLowerCase().includes(typed))
    .map(info =>
      createCompletion(
        'attribute',
        `${sign}"${info.path}"`,
        info.type,
        from,
        `${sign}"${info.path}"`,
        info.description,
      ),
    )
}

function listNameCompletions(before: string, quote: number, env: CheckEnvironment): Completion[] {
  const call = /(\w+)\s*\(\s*$/.exec(before.slice(0, quote))?.[1]?.toLowerCase()
  const column = /(?:containskey|lookup|lookupclosest)\s*\(\s*["']([^"']*)["']\s*,(?:[^()]*,)?\s*$/i.exec(
    before.slice(0, quote),
  )
  if (column !== null)
    return (env.lists?.custom.get((column[1] ?? '').toLowerCase())?.columns ?? []).map(name =>
      createCompletion('value', name, 'column', quote + 1),
    )
  const entry = functionTable.find(each => each.namespace === undefined && each.name.toLowerCase() === call)
  const argumentKind = entry?.params[0]?.constant
  const lists =
    argumentKind === 'list' ? env.lists?.custom : argumentKind === 'supportList' ? env.lists?.support : undefined
  if (call === 'queue') return [...(env.queues ?? [])].map(name => createCompletion('value', name, 'queue', quote + 1))
  return [...(lists?.values() ?? [])].map(list => createCompletion('list', list.name, 'list', quote + 1))
}

function variableCompletions(before: string, from: number): Completion[] {
  const seen = new Map<string, string>()
  for (const found of before.matchAll(/\blet\s+\$(\w+)\s*=/gi)) seen.set((found[1] ?? '').toLowerCase(), found[1] ?? '')
  return [...seen.values()].map(name => createCompletion('variable', `$${name}`, 'variable', from))
}

/**
 * Returns the completions after a dot: names of resources, the members of a namespace, or those of the type before it.
 */
function memberCompletions(before: string, from: number, env: CheckEnvironment): Completion[] {
  const receiver = findReceiver(before)
  if (receiver === null) return []
  const [space = '', owner = ''] = receiver.names.map(name => name.toLowerCase())
  const functions = findFunctionScope(receiver, env)
  if (functions !== null) {
    const places =
      receiver.names.length > 1
        ? []
        : (['parent', 'root'] as const).filter(
            place => env.functions?.[place] !== undefined && env.functions[place] !== env.functions.own,
          )
    return [
      ...[...functions.values()].map(({ name }) => createCompletion('function', name, 'Function', from, `${name}(`)),
      ...places.map(place => createCompletion('namespace', place, 'namespace', from, `${place}.`)),
    ]
  }
  if (receiver.names.length === 1 && !receiver.called && resourceNamespaces[space] !== undefined) {
    const named: Readonly<Record<string, Iterable<{ name: string }> | undefined>> = {
      velocity: env.velocities?.values(),
      external: env.externalCalls?.values(),
      assessments: env.externalAssessments?.values(),
    }
    return [...(named[space] ?? [])].map(({ name }) =>
      createCompletion(
        'function',
        name,
        resourceNamespaces[space] ?? '',
        from,
        space === 'assessments' ? `${name}.` : `${name}(`,
      ),
    )
  }
  if (space === 'assessments' && owner !== '' && receiver.names.length === 2 && !receiver.called)
    return assessmentMethods.map(name => createCompletion('method', name, 'External assessment', from, `${name}(`))
  if (space === 'functions' && receiver.called) {
    const dot = receiver.text.toLowerCase().lastIndexOf(`.${receiver.names.at(-1)?.toLowerCase() ?? ''}`)
    const owners = findReceiver(receiver.text.slice(0, dot))
    const definition =
      owners === null ? undefined : findFunctionScope(owners, env)?.get(receiver.names.at(-1)?.toLowerCase() ?? '')
    if (definition !== undefined)
      return definition.properties.map(({ name, type }) => createCompletion('property', name, type, from))
  }
  const namespace =
    receiver.names.length === 1 && !receiver.called ? namespaces.find(name => name.toLowerCase() === space) : undefined
  const type = namespace === undefined ? inferType(before, receiver, env) : null
  const entries = functionTable.filter(
    entry => !entry.legacy && (namespace === undefined ? isMember(entry, type) : entry.namespace === namespace),
  )
  return distinctCompletions(entries.filter(entry => isUsable(entry, env)).map(entry => callCompletion(entry, from)))
}

/**
 * Returns whether values of a type have a member; of an unknown type they may have any. Same rule as in the checker.
 */
function isMember({ receiver, property, name }: FunctionEntry, type: StaticType | null): boolean {
  if (receiver === undefined) return false
  switch (type) {
    case null:
      return true
    // On JSON a name without parentheses is a property of the value.
    case 'JSON':
      return ['Cast', 'JSON', 'String', 'DateTime'].includes(receiver) && property !== true
    case 'Attr':
      return ['Cast', 'JSON', 'String', 'DateTime'].includes(receiver) && name !== 'GetDiagnostics'
    case 'Int':
    case 'Double':
      return receiver === 'Number' || isCast(receiver, name)
    case 'String':
    case 'Bool':
      return receiver === type || isCast(receiver, name)
    default:
      return receiver === type
  }
}
const isCast = (receiver: string, name: string): boolean =>
  receiver === 'Cast' || (receiver === 'JSON' && name.startsWith('AsJson'))

/** Functions that a statement may begin with after its keyword; null where any expression is allowed. */
const statementFunctions: Readonly<Record<string, readonly FunctionEntry['only'][]>> = {
  RETURN: ['afterReturn'],
  OBSERVE: ['observation'],
  ROUTETO: ['routing'],
  DO: ['action', 'postDecision'],
  SELECT: ['aggregation'],
}
function statementCompletions(before: string, env: CheckEnvironment, from: number): Completion[] | null {
  const keyword = /(?<![.$@\w])(\w+)\s+$/.exec(before)?.[1]?.toUpperCase() ?? ''
  const allowedOnly = statementFunctions[keyword]
  if (allowedOnly === undefined || (keyword === 'RETURN' && env.kind === 'function')) return null
  const callable =
    keyword === 'DO' && (env.kind === 'postDecision' || env.kind === 'action') ? ['External', 'Assessments'] : []
  return distinctCompletions([
    ...functionTable
      .filter(
        entry =>
          allowedOnly.includes(entry.only) &&
          entry.run === undefined &&
          !entry.legacy &&
          entry.namespace === undefined &&
          isUsable(entry, env),
      )
      .map(entry => callCompletion(entry, from)),
    ...callable.map(name => createCompletion('namespace', name, 'namespace', from, `${name}.`)),
  ])
}

function rootCompletions(context: PartContext, env: CheckEnvironment, from: number): Completion[] {
  const kind = context === 'condition' ? 'condition' : (env.kind ?? 'decision')
  return distinctCompletions([
    ...[...(statements[kind] ?? []), ...operators].map(word =>
      createCompletion('keyword', word, 'keyword', from, `${word} `),
    ),
    ...[
      ...namespaces,
      ...Object.keys(resourceNamespaces).map(name => name.charAt(0).toUpperCase() + name.slice(1)),
    ].map(name => createCompletion('namespace', name, 'namespace', from, `${name}.`)),
    ...functionTable
      .filter(
        entry =>
          entry.namespace === undefined &&
          entry.receiver === undefined &&
          !entry.legacy &&
          isUsable(entry, env) &&
          (context === 'clause' || entry.only === undefined),
      )
      .map(entry => callCompletion(entry, from)),
  ])
}

function isUsable(entry: FunctionEntry, env: CheckEnvironment): boolean {
  const kind = env.kind ?? 'decision'
  if (entry.only === 'afterReturn' || entry.only === 'observation') return kind === 'decision'
  if (entry.only === 'postDecision' || entry.only === 'routing') return kind === entry.only
  return entry.only !== 'action' || kind !== 'routing'
}

function callCompletion(entry: FunctionEntry, from: number): Completion {
  const closed = entry.params.length === 0 && entry.only === undefined
  const completion = createCompletion(
    entry.property ? 'property' : entry.receiver === undefined ? 'function' : 'method',
    entry.name,
    signatureWithResult(entry),
    from,
    entry.property ? entry.name : closed ? `${entry.name}()` : `${entry.name}(`,
    entry.description,
  )
  return { ...completion, descriptionKey: descriptionKey(entry) }
}

function distinctCompletions(list: Completion[]): Completion[] {
  const seen = new Set<string>()
  return list.filter(each => !seen.has(`${each.kind}|${each.label}`) && seen.add(`${each.kind}|${each.label}`))
}
