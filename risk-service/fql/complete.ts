import { descriptionKey } from './functions/description-key.ts'
import { functionTable, namespaces, resourceNamespaces, signature, type FunctionEntry } from './functions/table.ts'
import { scan } from './scan.ts'
import type { CheckEnvironment, Completion, PartContext } from './types.ts'

const statements: Readonly<Record<string, readonly string[]>> = {
  condition: ['LET', 'WHEN'], decision: ['LET', 'OBSERVE', 'RETURN', 'WHEN', 'DO'], postDecision: ['LET', 'DO', 'WHEN'], routing: ['LET', 'ROUTETO', 'WHEN'],
}
const operators = ['AND', 'OR', 'NOT', 'TRUE', 'FALSE', 'NULL']

/** What can be written at an offset. Everything comes from the function table and the environment. */
export function complete(text: string, offset: number, context: PartContext, env: CheckEnvironment): Completion[] {
  const before = text.slice(0, offset)
  const attribute = /@@?(?:"([^"\n]*)|'([^'\n]*)|(\w*))$/.exec(before)
  if (attribute !== null) return attributes(attribute, offset, env)
  const { tokens, error } = scan(before)
  const last = tokens[tokens.length - 1]
  if (error?.code === 'FQL1002') return listNames(before, error.from, env)
  if (error?.code === 'FQL1003' || (last?.kind === 'comment' && last.to === before.length && before.startsWith('//', last.from))) return []
  const variable = /\$(\w*)$/.exec(before)
  if (variable !== null) return variables(before, offset - variable[0].length)
  const member = /(?:(\b[A-Za-z_]\w*)|["')\]])\s*\.\s*(\w*)$/.exec(before)
  if (member !== null) return members(member[1], before, offset - (member[2] ?? '').length, env)
  const word = /\w*$/.exec(before)?.[0] ?? ''
  return roots(context, env, offset - word.length)
}

const item = (kind: Completion['kind'], label: string, detail: string, from: number, apply = label, description?: string): Completion =>
  ({ kind, label, detail, from, apply, ...(description === undefined ? {} : { description }) })

function attributes(found: RegExpExecArray, offset: number, env: CheckEnvironment): Completion[] {
  const sign = found[0].startsWith('@@') ? '@@' : '@'
  const from = offset - found[0].length
  const typed = (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase()
  return [...env.attributes.values()].filter((info) => info.path.toLowerCase().includes(typed))
    .map((info) => item('attribute', `${sign}"${info.path}"`, info.type, from, `${sign}"${info.path}"`, info.description))
}

function listNames(before: string, quote: number, env: CheckEnvironment): Completion[] {
  const call = /(\w+)\s*\(\s*$/.exec(before.slice(0, quote))?.[1]?.toLowerCase()
  const column = /(?:containskey|lookup|lookupclosest)\s*\(\s*["']([^"']*)["']\s*,(?:[^()]*,)?\s*$/i.exec(before.slice(0, quote))
  if (column !== null) return (env.lists?.custom.get((column[1] ?? '').toLowerCase())?.columns ?? []).map((name) => item('value', name, 'column', quote + 1))
  const entry = functionTable.find((each) => each.namespace === undefined && each.name.toLowerCase() === call)
  const wanted = entry?.params[0]?.constant
  const lists = wanted === 'list' ? env.lists?.custom : wanted === 'supportList' ? env.lists?.support : undefined
  if (call === 'queue') return [...(env.queues ?? [])].map((name) => item('value', name, 'queue', quote + 1))
  return [...(lists?.values() ?? [])].map((list) => item('list', list.name, 'list', quote + 1))
}

function variables(before: string, from: number): Completion[] {
  const seen = new Map<string, string>()
  for (const found of before.matchAll(/\blet\s+\$(\w+)\s*=/gi)) seen.set((found[1] ?? '').toLowerCase(), found[1] ?? '')
  return [...seen.values()].map((name) => item('variable', `$${name}`, 'variable', from))
}

function members(owner: string | undefined, before: string, from: number, env: CheckEnvironment): Completion[] {
  const space = owner?.toLowerCase() ?? ''
  if (resourceNamespaces[space] !== undefined && !before.endsWith('$')) {
    const named: Readonly<Record<string, Iterable<{ name: string }> | undefined>> = { velocity: env.velocities?.values(), functions: env.functions?.own?.values(), external: env.externalCalls?.values(), assessments: env.externalAssessments?.values() }
    return [...(named[space] ?? [])].map(({ name }) => item('function', name, resourceNamespaces[space] ?? '', from, space === 'assessments' ? `${name}.` : `${name}(`))
  }
  const known = namespaces.find((name) => name.toLowerCase() === space)
  const entries = functionTable.filter((entry) => !entry.legacy && (known === undefined ? entry.receiver !== undefined : entry.namespace === known))
  return unique(entries.filter((entry) => usable(entry, env)).map((entry) => call(entry, from)))
}

function roots(context: PartContext, env: CheckEnvironment, from: number): Completion[] {
  const kind = context === 'condition' ? 'condition' : env.kind ?? 'decision'
  return unique([
    ...[...(statements[kind] ?? []), ...operators].map((word) => item('keyword', word, 'keyword', from, `${word} `)),
    ...[...namespaces, ...Object.keys(resourceNamespaces).map((name) => name.charAt(0).toUpperCase() + name.slice(1))].map((name) => item('namespace', name, 'namespace', from, `${name}.`)),
    ...functionTable.filter((entry) => entry.namespace === undefined && entry.receiver === undefined && !entry.legacy && usable(entry, env) && (context === 'clause' || entry.only === undefined)).map((entry) => call(entry, from)),
  ])
}

function usable(entry: FunctionEntry, env: CheckEnvironment): boolean {
  const kind = env.kind ?? 'decision'
  if (entry.only === 'afterReturn' || entry.only === 'observation') return kind === 'decision'
  if (entry.only === 'postDecision' || entry.only === 'routing') return kind === entry.only
  return entry.only !== 'action' || kind !== 'routing'
}

function call(entry: FunctionEntry, from: number): Completion {
  const closed = entry.params.length === 0 && entry.only === undefined
  const made = item(entry.property ? 'property' : entry.receiver === undefined ? 'function' : 'method', entry.name, `${signature(entry)} → ${entry.result}`, from, entry.property ? entry.name : closed ? `${entry.name}()` : `${entry.name}(`, entry.description)
  return { ...made, descriptionKey: descriptionKey(entry) }
}

function unique(list: Completion[]): Completion[] {
  const seen = new Set<string>()
  return list.filter((each) => !seen.has(`${each.kind}|${each.label}`) && seen.add(`${each.kind}|${each.label}`))
}
