import { parse } from '../../fql/parse/parse.ts'
import type { Statement } from '../../fql/parse/syntax-tree.ts'
import type { VelocityAggregate } from '../../fql/types/resource-readers.ts'

const aggregates: Readonly<Record<string, VelocityAggregate>> = {
  count: 'count',
  distinctcount: 'distinct',
  sum: 'sum',
}

/** The parsed text of a velocity. */
export interface ParsedVelocity {
  name: string
  aggregate: VelocityAggregate
  /** Names of events after FROM. */
  events: string[]
  /** Position of the name. */
  from: number
  to: number
}

/** Returns null for a text that cannot be parsed. */
export function parseVelocity(text: string): ParsedVelocity | null {
  const statement = parse(text).statements?.find(
    (each): each is Statement & { select: NonNullable<Statement['select']> } =>
      each.kind === 'SELECT' && each.select !== null,
  )
  if (statement === undefined) return null
  const {
    select,
    values: [call],
    to,
  } = statement
  const aggregate = call?.kind === 'call' ? aggregates[call.name.toLowerCase()] : undefined
  if (aggregate === undefined || select.name === '') return null
  // Between SELECT's call and FROM the name is the last word.
  const from = text.toLowerCase().lastIndexOf(select.name.toLowerCase(), select.events[0]?.from ?? to)
  return {
    name: select.name,
    aggregate,
    events: select.events.map(({ assessment, observation }) =>
      observation === null ? assessment : `${assessment}:${observation}`,
    ),
    from,
    to: from + select.name.length,
  }
}

/** Returns the same velocity under another name. */
export function renameVelocity(text: string, name: string): string {
  const found = parseVelocity(text)
  return found === null ? text : `${text.slice(0, found.from)}${name}${text.slice(found.to)}`
}
