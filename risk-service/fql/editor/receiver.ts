import { keywords } from '../grammar/keywords.ts'
import type { StaticType, Variable } from '../lower/context.ts'
import { SlotTable } from '../lower/ir.ts'
import { lowerPartIn } from '../lower/lower-part.ts'
import { ReferenceLimits } from '../lower/reference-limits.ts'
import { scan, type Token } from '../parse/scan.ts'
import type { CheckEnvironment } from '../types/check-environment.ts'
import type { FunctionDefinition } from '../types/resource-readers.ts'

/** The expression before a dot: `Functions.Pricing(1)` has the names Functions and Pricing, and is called. */
export interface Receiver {
  text: string
  from: number
  names: string[]
  called: boolean
  /** Text of `name["text"]`. */
  index: string | null
  single: Token | null
}

const openingBrackets: Readonly<Record<string, string>> = { ')': '(', ']': '[' }
const statementKeywords = new Set(['LET', 'OBSERVE', 'RETURN', 'ROUTETO', 'SELECT', 'WHEN', 'DO'])

/** Returns the expression at the end of a text; null without one. */
export function findReceiver(text: string): Receiver | null {
  const { tokens, error } = scan(text)
  const real = tokens.filter(({ kind }) => kind !== 'comment')
  const part = (at: number): string => {
    const token = real[at]
    return token === undefined ? '' : text.slice(token.from, token.to)
  }
  const last = real.length - 1
  if (error !== null || last < 0) return null
  const names: string[] = []
  let index: string | null = null
  let at = last
  for (;;) {
    while (openingBrackets[part(at)] !== undefined) {
      const [close, open] = [part(at), openingBrackets[part(at)]]
      let depth = 0
      let start = at
      for (; start >= 0; start--) {
        if (part(start) === close) depth++
        else if (part(start) === open && --depth === 0) break
      }
      if (start < 0) return null
      if (open === '[' && at - start === 2 && real[at - 1]?.kind === 'text') index = part(at - 1).slice(1, -1)
      // Parentheses without a name before them are a value of their own, as an array is.
      const before = real[start - 1]
      const isValue =
        before === undefined ||
        (before.kind === 'symbol' && openingBrackets[part(start - 1)] === undefined) ||
        (before.kind === 'word' && keywords.includes(part(start - 1).toUpperCase()) && part(start - 2) !== '.')
      if (isValue) return createReceiver(start)
      at = start - 1
    }
    if (at < 0) return null
    const token = real[at]
    if (token === undefined || token.kind === 'symbol' || token.kind === 'window') return null
    if (token.kind !== 'word') return createReceiver(at)
    names.unshift(part(at))
    if (part(at - 1) !== '.') return createReceiver(at)
    at -= 2
  }
  function createReceiver(start: number): Receiver {
    const from = real[start]?.from ?? 0
    return {
      text: text.slice(from),
      from,
      names,
      called: part(last) === ')',
      index,
      single: start === last ? (real[last] ?? null) : null,
    }
  }
}

/** Returns the type of a receiver, with the LETs before it; null when it cannot be inferred. */
export function inferType(text: string, receiver: Receiver, env: CheckEnvironment): StaticType | null {
  if (receiver.single?.kind === 'attribute') return 'Attr'
  const lets = letStatementsOf(text.slice(0, receiver.from))
  const source = `${lets.map(each => `${each}\n`).join('')}LET $the_receiver = ${receiver.text}`
  const variables = new Map<string, Variable>()
  const { diagnostics } = lowerPartIn({
    text: source,
    env: { ...env, kind: 'decision' },
    slots: new SlotTable(),
    variables,
    part: 0,
    section: 'prior',
    kind: 'condition',
    references: new ReferenceLimits({}),
  })
  const start = source.length - receiver.text.length
  if (diagnostics.some(({ severity, from }) => severity === 'error' && from >= start)) return null
  return variables.get('the_receiver')?.type ?? null
}

/** Returns the functions in the scope of `Functions`, `Functions.parent` and the like; null for another receiver. */
export function findFunctionScope(
  { names, called, index }: Receiver,
  env: CheckEnvironment,
): ReadonlyMap<string, FunctionDefinition> | null {
  const [space, place, more] = names.map(name => name.toLowerCase())
  if (space !== 'functions' || called || more !== undefined) return null
  if (place === undefined) return env.functions?.own ?? new Map()
  const found =
    place === 'parent'
      ? env.functions?.parent
      : place === 'root'
        ? env.functions?.root
        : place === 'environment' && index !== null
          ? env.functions?.environments?.get(index)
          : undefined
  return found ?? new Map()
}

/** Returns the complete LETs of a text that may end anywhere. */
function letStatementsOf(text: string): string[] {
  const tokens = scan(text).tokens.filter(({ kind }) => kind !== 'comment')
  const starts = tokens.filter(
    ({ kind, from, to }, at) =>
      kind === 'word' &&
      statementKeywords.has(text.slice(from, to).toUpperCase()) &&
      text.slice(tokens[at - 1]?.from, tokens[at - 1]?.to) !== '.',
  )
  return starts.flatMap(({ from, to }, at) => {
    const next = starts[at + 1]
    return next === undefined || text.slice(from, to).toUpperCase() !== 'LET'
      ? []
      : [text.slice(from, next.from).trim().replace(/;$/, '')]
  })
}
