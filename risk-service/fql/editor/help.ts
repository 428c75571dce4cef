import { defined } from '../../contract/defined.ts'
import { descriptionKey } from '../functions/description-key.ts'
import { type FunctionEntry, functionTable, namespaces, signatureWithResult } from '../functions/function-table.ts'
import { scan, type Token } from '../parse/scan.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import { findFunctionScope, findReceiver } from './receiver.ts'

/**
 * Help for the name at an offset. `description` is English, as in the function table; `descriptionKey` names its
 * sentence.
 */
export interface Hover {
  from: number
  to: number
  title: string
  description?: string
  descriptionKey?: string
}
/**
 * One signature of a call. `marked`: range in its label of the argument that is being written; absent when it has no
 * such argument.
 */
export interface CallSignature {
  label: string
  description: string
  descriptionKey?: string
  marked?: { from: number; to: number }
}
/**
 * The call around an offset, from its name: its signatures, those that accept the argument first, and the index of the
 * argument that is being written (from 0).
 */
export interface SignatureHelp {
  name: string
  from: number
  signatures: CallSignature[]
  argument: number
}

/** Methods of an external assessment. */
export const assessmentMethods = ['Evaluate', 'Observe', 'Label'] as const

const tokenText = (text: string, token: Token | undefined): string =>
  token === undefined ? '' : text.slice(token.from, token.to)

/** Returns the possible entries of a written name: `Space.Name`, a member of some value, or a plain function. */
function findEntries(text: string, tokens: readonly Token[], at: number): readonly FunctionEntry[] {
  const name = tokenText(text, tokens[at]).toLowerCase()
  const named = functionTable.filter(entry => entry.name.toLowerCase() === name)
  if (tokenText(text, tokens[at - 1]) !== '.')
    return named.filter(entry => entry.namespace === undefined && entry.receiver === undefined)
  const owner = tokenText(text, tokens[at - 2]).toLowerCase()
  const space = tokens[at - 2]?.kind === 'word' ? namespaces.find(each => each.toLowerCase() === owner) : undefined
  return named.filter(entry => (space === undefined ? entry.receiver !== undefined : entry.namespace === space))
}

/** Returns the signature of a resource of the environment: a velocity, an external call. */
function findResourceSignature(
  text: string,
  tokens: readonly Token[],
  at: number,
  env: CheckEnvironment,
): string | null {
  if (tokenText(text, tokens[at - 1]) !== '.') return null
  const name = tokenText(text, tokens[at]).toLowerCase()
  const space = tokenText(text, tokens[at - 2]).toLowerCase()
  const velocity = space === 'velocity' ? env.velocities?.get(name) : undefined
  if (velocity !== undefined) return `Velocity.${velocity.name}(String key, window)`
  const call = space === 'external' ? env.externalCalls?.get(name) : undefined
  if (call !== undefined) return `External.${call.name}(${call.parameters.map(each => `String ${each}`).join(', ')})`
  const receiver = findReceiver(text.slice(0, tokens[at - 1]?.from ?? 0))
  if (receiver === null) return null
  const [calls, owner] = receiver.names
  if (
    calls?.toLowerCase() === 'assessments' &&
    owner !== undefined &&
    receiver.names.length === 2 &&
    !receiver.called
  ) {
    const method = assessmentMethods.find(each => each.toLowerCase() === name)
    return method === undefined
      ? null
      : `Assessments.${env.externalAssessments?.get(owner.toLowerCase())?.name ?? owner}.${method}(${method === 'Observe' ? 'String observation, ' : ''}name = value, …)`
  }
  const definition = findFunctionScope(receiver, env)?.get(name)
  return definition === undefined
    ? null
    : `${receiver.text}.${definition.name}(${definition.parameters.map(each => `${each.type} ${each.name}`).join(', ')})`
}

/** Describes the word at an offset; null without a description. */
export function hover(text: string, offset: number, env: CheckEnvironment): Hover | null {
  const tokens = scan(text).tokens.filter(token => token.kind !== 'comment')
  const at = tokens.findIndex(token => token.from <= offset && offset < token.to)
  const token = tokens[at]
  if (token === undefined) return null
  const { from, to } = token
  if (token.kind === 'attribute' || token.kind === 'json') {
    const path = tokenText(text, token)
      .replace(/^@+/, '')
      .replace(/^["']|["']$/g, '')
    const info = env.attributes.get(path.toLowerCase().replace(/\[\d+\]/g, ''))
    return info === undefined
      ? null
      : {
          from,
          to,
          title: `${info.path}: ${info.type}`,
          ...defined({ description: info.description }),
        }
  }
  if (token.kind !== 'word') return null
  const resource = findResourceSignature(text, tokens, at, env)
  if (resource !== null) return { from, to, title: resource }
  const [entry] = findEntries(text, tokens, at)
  return entry === undefined
    ? null
    : {
        from,
        to,
        title: signatureWithResult(entry),
        description: entry.description,
        descriptionKey: descriptionKey(entry),
      }
}

/**
 * Returns the range of an argument in a label such as `Name(String a[, Int b], …)`; `…` represents all further
 * arguments.
 */
function findArgumentRange(label: string, argument: number): { marked?: { from: number; to: number } } {
  const open = label.indexOf('(')
  const inner = open < 0 ? '' : label.slice(open + 1, label.lastIndexOf(')'))
  const parts = [...inner.matchAll(/[^,[\]\s][^,[\]]*/g)]
  const part = parts[argument] ?? (parts.at(-1)?.[0] === '…' ? parts.at(-1) : undefined)
  return part === undefined
    ? {}
    : { marked: { from: open + 1 + part.index, to: open + 1 + part.index + part[0].length } }
}

/** Returns the signatures of a call; those with the same text are merged. */
function callSignatures(entries: readonly FunctionEntry[], argument: number): CallSignature[] {
  const all = entries
    .filter(entry => entry.property !== true)
    .map((entry): CallSignature => {
      const label = signatureWithResult(entry)
      return {
        label,
        description: entry.description,
        descriptionKey: descriptionKey(entry),
        ...findArgumentRange(label, argument),
      }
    })
  const different = [...Map.groupBy(all, each => each.label).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    // Several types have members with this name: statements that may be wrong for this value are left out.
    return [
      others.some(each => each.description !== first.description)
        ? { label: first.label, description: '', ...defined({ marked: first.marked }) }
        : first,
    ]
  })
  return [
    ...different.filter(each => each.marked !== undefined),
    ...different.filter(each => each.marked === undefined),
  ]
}

/** Returns the innermost call whose arguments contain the offset; null outside of calls. */
export function signatureHelp(text: string, offset: number, env: CheckEnvironment): SignatureHelp | null {
  const tokens = scan(text.slice(0, offset)).tokens.filter(token => token.kind !== 'comment')
  let depth = 0
  let argument = 0
  for (let at = tokens.length - 1; at > 0; at--) {
    const part = tokenText(text, tokens[at])
    if (tokens[at]?.kind === 'symbol') {
      if (part === ')' || part === ']' || part === '}') depth++
      else if (part === ',' && depth === 0) argument++
      else if ((part === '[' || part === '{') && depth-- === 0) {
        depth = 0
        argument = 0
      } else if (part === '(' && depth > 0) depth--
      else if (part === '(') {
        if (tokens[at - 1]?.kind !== 'word') {
          argument = 0
          continue
        }
        const name = tokenText(text, tokens[at - 1])
        const resource = findResourceSignature(text, tokens, at - 1, env)
        const from = tokens[at - 1]?.from ?? 0
        if (resource !== null)
          return {
            name,
            from,
            signatures: [{ label: resource, description: '', ...findArgumentRange(resource, argument) }],
            argument,
          }
        const signatures = callSignatures(findEntries(text, tokens, at - 1), argument)
        if (signatures.length > 0) return { name, from, signatures, argument }
        argument = 0
      }
    }
  }
  return null
}
