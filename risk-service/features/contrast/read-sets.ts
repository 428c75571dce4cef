import { sql } from 'kysely'
import { authorize } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { type GraphReader, readGraph } from '../graph/graph-reader.ts'
import { loadRingNodes } from '../graph/rings/ring-calls.ts'
import { eventsOfNodes, selectedEvents } from '../graph/selection.ts'
import { requireAppliedSet } from '../rules/lifecycle/own-set.ts'
import type { SearchReader } from '../search/search.ts'
import {
  atPath,
  type ContrastCall,
  chosenQueries,
  type EventQueries,
  plainQuery,
  type SetName,
  type SetOf,
  searchQuery,
  timedQueries,
  whole,
} from './set-queries.ts'

interface SetSource {
  call: EnvironmentCallContext
  reader: SearchReader
  input: ContrastCall
  name: SetName
  signal: AbortSignal | undefined
}

/**
 * Returns both sets of a comparison as queries.
 * @throws ValidationError, with the set in its path, for what cannot be searched; AccessError for a set of the graph or of
 * a rule without its capability; NotFoundError for a ring or rule that is not there for the caller; ConflictError
 * `search.timeout`
 */
export async function readSets(
  call: EnvironmentCallContext,
  reader: SearchReader,
  input: ContrastCall,
  signal: AbortSignal | undefined,
): Promise<Record<SetName, EventQueries>> {
  const [a, b] = await Promise.all((['a', 'b'] as const).map(name => readOne({ call, reader, input, name, signal })))
  return { a, b } as Record<SetName, EventQueries>
}

async function readOne(source: SetSource): Promise<EventQueries> {
  const { reader, input, name } = source
  const set = input[name]
  switch (set.kind) {
    case 'events':
      return chosenQueries(reader, input, name, set)
    case 'search':
      return { ...whole, queries: [searchQuery(reader, input, name, set.filter)] }
    case 'time':
      return timedQueries(reader, input, name, set)
    case 'nodes':
      return nodeQueries(source, set)
    case 'ring':
      return ringQueries(source, set)
    case 'rule':
      return ruleQueries(source, set)
  }
}

/** Whoever may search an environment does not see its graph or its rules for that. */
function requireRight({ call, input }: SetSource, capability: 'graphexplorer' | 'rules'): void {
  authorize(call.principal, input.environmentId, capability, 'read', call.tree)
}

function nodeQueries(source: SetSource, { nodes, dates }: SetOf<'nodes'>): Promise<EventQueries> {
  return graphQueries(source, { dates }, graph => selectedEvents(graph, nodes, source.input.eventType))
}

async function ringQueries(source: SetSource, { ringId }: SetOf<'ring'>): Promise<EventQueries> {
  requireRight(source, 'graphexplorer')
  const { environmentId, members } = await loadRingNodes(source.call, ringId)
  // Events of other environments have made no part of it.
  const found = await graphQueries(source, { environmentIds: [environmentId] }, graph =>
    eventsOfNodes(graph, members, source.input.eventType),
  )
  return { ...found, emptyNodes: 0 }
}

/** Returns the query of events that are found in the graph, of the type that is compared. */
async function graphQueries(
  source: SetSource,
  { dates, environmentIds }: { dates?: SetOf<'nodes'>['dates']; environmentIds?: string[] },
  find: (graph: GraphReader) => ReturnType<typeof eventsOfNodes>,
): Promise<EventQueries> {
  requireRight(source, 'graphexplorer')
  const { call, input, name, signal } = source
  const { environmentId, eventType, timeZone } = input
  const filter = { eventTypes: [eventType], ...(environmentIds ? { environmentIds } : {}) }
  try {
    return await readGraph(call, { environmentId, dates, timeZone, filter, walk: [] }, signal, async graph => {
      const { events, complete, missing } = await find(graph)
      const eventIds = events.map(({ event_id: id }) => id)
      return {
        ...whole,
        queries:
          eventIds.length === 0 ? [] : [plainQuery(input, graph.scope.environmentIds, { anyOf: [{ eventIds }] })],
        emptyNodes: missing.size,
        complete,
      }
    })
  } catch (error) {
    throw atPath([name], error)
  }
}

async function ruleQueries(source: SetSource, { ruleId, outcome, filter }: SetOf<'rule'>): Promise<EventQueries> {
  requireRight(source, 'rules')
  const { call, reader, input, name } = source
  const rules = await requireAppliedSet(call.db, { tree: call.tree, environmentId: input.environmentId }, ruleId)
  if (rules.type !== 'decision' || rules.eventType !== input.eventType)
    throw new ValidationError([name, 'ruleId'], 'This rule decides no events of this type.')
  const query = searchQuery(reader, input, name, filter)
  const decided =
    outcome === 'caught'
      ? sql<boolean>`e.rule_id = ${ruleId}::uuid`
      : sql<boolean>`e.rule_id is distinct from ${ruleId}::uuid`
  const rest = [...query.filter.rest, sql<boolean>`e.label = 'Fraud'`, decided]
  return { ...whole, queries: [{ ...query, filter: { ...query.filter, rest } }] }
}
