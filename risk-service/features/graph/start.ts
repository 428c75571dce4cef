import type { GraphStart } from '../../contract/graph/graph.ts'
import { type EntityType, type GraphKey, isMaskedText } from '../../contract/index.ts'
import type { GraphRef } from '../../engine/graph/types.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { comparedEntity } from '../search/conditions/entities.ts'
import type { GraphReader } from './graph-reader.ts'
import { type EventAddress, findEventKeysById, findNamedEvent } from './store/graph-events.ts'

/** A node at which a graph begins, with its event where it is a transaction. */
interface StartNode {
  ref: GraphRef
  event: EventAddress | null
}
/** Where a graph begins: at a node, or at several at the same time. */
export interface Origin extends StartNode {
  beside?: readonly StartNode[]
}

/**
 * Finds the beginning of a graph.
 * @returns null where nothing has the value
 * @throws ValidationError for a value that nothing can have, or an id that is none
 */
export async function findOrigin(reader: GraphReader, start: GraphStart): Promise<Origin | null> {
  const { call, scope, signal, input } = reader
  if (start.kind === 'node') return originOf(reader, await reader.ids.decode(start.node, ['start', 'node']))
  if (start.kind === 'nodes') {
    const refs = await Promise.all(start.nodes.map((id, index) => reader.ids.decode(id, ['start', 'nodes', index])))
    // What is gone since the earlier answer is left out.
    const [first, ...beside] = (await Promise.all(refs.map(ref => originOf(reader, ref)))).filter(each => each !== null)
    return first === undefined ? null : { ...first, beside }
  }
  if (start.kind === 'event' || start.key === 'purchase') {
    const [environmentIds, eventType, id] =
      start.kind === 'event'
        ? [[input.environmentId], start.eventType, start.id]
        : [scope.environmentIds, 'purchase', start.value]
    if (scope.excludedTypes.includes(eventType)) return null
    const event = await findNamedEvent(call.db, environmentIds, eventType, id, signal)
    return event && { ref: { type: 'transaction', value: event.event_id }, event }
  }
  const ref = refOfKey(start.key, start.value, ['start', 'value'])
  return ref && { ref, event: null }
}

const isEventRef = ({ type }: GraphRef): boolean => type === 'transaction' || type === 'case'

/** Returns a node as a beginning; null for a transaction that is not there for the caller. */
export async function originOf({ call, scope, signal }: GraphReader, ref: GraphRef): Promise<Origin | null> {
  if (!isEventRef(ref)) return { ref, event: null }
  const [event] = await findEventKeysById(call.db, scope.environmentIds, [ref.value], signal)
  return event === undefined || scope.excludedTypes.includes(event.event_type) ? null : { ref, event }
}

/**
 * Returns the node of a value in the form in which the store compares it; null for one that it cannot contain.
 * @param path place of the value in the input
 * @throws ValidationError `search.masked` for the masked form of a value
 */
export function refOfKey(
  key: Exclude<GraphKey, 'purchase'>,
  text: string,
  path: readonly (string | number)[],
): GraphRef | null {
  if (isMaskedText(text))
    throw new ValidationError([...path], 'This is the masked form of a value: enter the whole value.', {
      code: 'search.masked',
    })
  if (text.includes('\u0000')) return null
  if (key === 'bin') return { type: 'bin', value: text.replace(/\s/g, '') }
  const value = comparedEntity(key satisfies EntityType, key === 'address' ? text.replace(/[\s,.]+/g, ' ') : text)
  return value === null ? null : { type: key, value }
}
