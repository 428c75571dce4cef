import { createYieldPoint } from '../../../contract/index.ts'
import type { FieldUse } from '../../../contract/ontology/ontology.ts'
import type { TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import { routingAnswerNames } from '../../../engine/rules/route-event.ts'
import type { AttributeRead } from '../../../fql/check/attribute-reads.ts'
import type { EnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import type { Db } from '../../../ports/database.ts'
import { answeredAttributeOf } from '../definition/made-attributes.ts'
import type { OntologyEvent } from '../definition/ontology-events.ts'
import { definitionReadsOf } from './definition-reads.ts'
import { readsOf } from './read-cache.ts'
import { loadTextHolders, type TextHolder } from './text-sources.ts'

/** A place that reads something of an event of the ontology. */
interface EventRead {
  use: FieldUse
  /** Events of the ontology whose attribute is read, in lower case. */
  events: readonly string[]
  /** Path in those events as it is written; empty for the whole event. */
  path: string
  isBlock: boolean
}

export interface FieldUses {
  /** Returns the uses of an attribute. */
  of: (event: string, path: string) => FieldUse[]
  /** Attributes that texts read by their own path, as it is written. */
  reads: readonly { event: string; path: string }[]
  /** The same with those that read a whole block, each with its reader. */
  readers: readonly { event: string; path: string; use: FieldUse }[]
}

/**
 * Finds what reads the attributes of the events of an ontology in the texts of these environments, and in the
 * definitions of its assessment.
 */
export async function loadFieldUses(
  db: Db,
  tree: EnvironmentTree,
  environmentIds: readonly string[],
  events: readonly OntologyEvent[],
  own: readonly TenantAssessment[],
  load = loadTextHolders,
): Promise<FieldUses> {
  const [assessed] = events
  const reads: EventRead[] = []
  const pause = createYieldPoint()
  for (const holder of await load(db, environmentIds)) {
    if (assessed !== undefined) reads.push(...readsOfHolder(holder, tree, events, assessed, own))
    await pause()
  }
  const defined = own.find(({ apiName }) => apiName === assessed?.event)
  if (defined !== undefined && environmentIds.includes(defined.environmentId))
    reads.push(...readsOfDefinition(defined, tree))
  return createFieldUses(reads)
}

function createFieldUses(reads: readonly EventRead[]): FieldUses {
  const exact = new Map<string, EventRead[]>()
  const blocks: EventRead[] = []
  for (const read of reads) {
    if (read.isBlock) blocks.push({ ...read, path: read.path.toLowerCase() })
    else for (const event of read.events) push(exact, keyOf(event, read.path), read)
  }
  return {
    of(event, path) {
      const [at, folded] = [event.toLowerCase(), path.toLowerCase()]
      const around = blocks.filter(
        read =>
          read.events.includes(at) && (read.path === '' || read.path === folded || folded.startsWith(`${read.path}.`)),
      )
      return [...(exact.get(keyOf(at, folded)) ?? []), ...around].map(({ use }) => use)
    },
    reads: reads.flatMap(({ events, path, isBlock }) => (isBlock ? [] : events.map(event => ({ event, path })))),
    readers: reads.flatMap(({ events, path, use }) => events.map(event => ({ event, path, use }))),
  }
}

const keyOf = (event: string, path: string): string => `${event}\n${path.toLowerCase()}`
function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, [value])
  else found.push(value)
}

function readsOfHolder(
  holder: TextHolder,
  tree: EnvironmentTree,
  events: readonly OntologyEvent[],
  assessed: OntologyEvent,
  own: readonly TenantAssessment[],
): EventRead[] {
  // An alert rule names a field of one event, which may also be one about the assessed event.
  if (holder.kind === 'alert')
    return holder.texts.map(({ place, text: path }) => ({
      use: useOf(holder, tree, { place, path, isBlock: false, events: null, receivers: [] }),
      events: [holder.eventType?.toLowerCase() ?? ''],
      path,
      isBlock: false,
    }))
  if (holder.eventType !== null && holder.eventType !== assessed.event) return []
  const legacy = new Set(own.flatMap(({ kind, apiName }) => (kind === 'custom' ? [apiName.toLowerCase()] : [])))
  const isCounted = (names: readonly string[], event: string): boolean =>
    names.some(name => name.toLowerCase() === event || (name.toLowerCase() === 'customassessment' && legacy.has(event)))
  const found = readsOf(holder.texts)
  /** The condition of a velocity set belongs to all events of its velocities. */
  const counted = found.flatMap(read => read.events ?? [])
  return found.flatMap((read): EventRead[] => {
    const names = read.events ?? (holder.kind === 'velocity' || counted.length > 0 ? counted : null)
    const targets = events
      .map(({ event }) => event.toLowerCase())
      .filter(event =>
        names === null ? holder.eventType === null || event === assessed.event.toLowerCase() : isCounted(names, event),
      )
    return targetsOf(read, holder, targets, assessed).map(target => ({
      ...target,
      isBlock: read.isBlock,
      use: useOf(holder, tree, read),
    }))
  })
}

/** Returns which attribute of an event a name in the answer to it means, if it is one. */
function answered(event: OntologyEvent, name: string): Pick<EventRead, 'events' | 'path'>[] {
  const path = answeredAttributeOf(event, name)
  return path === null ? [] : [{ events: [event.event.toLowerCase()], path }]
}

/** Returns which attribute of which events a read means. */
function targetsOf(
  { path }: AttributeRead,
  { ruleType }: TextHolder,
  own: readonly string[],
  event: OntologyEvent,
): Pick<EventRead, 'events' | 'path'>[] {
  const folded = path.toLowerCase()
  const assessed = event.event.toLowerCase()
  if (ruleType === 'routing') {
    const [sent, response] = [`${assessed}.request`, `${assessed}.response`]
    if (folded === response) return []
    if (folded.startsWith(`${response}.`)) return answered(event, path.slice(response.length + 1))
    if (folded === sent || folded.startsWith(`${sent}.`))
      return [{ events: [assessed], path: path.slice(sent.length + 1) }]
    // Without a prefix, what was sent comes before the answer.
    const isSent = event.attributes.some(attribute => attribute.path.toLowerCase() === folded)
    if (!isSent && routingAnswerNames.some(name => name.toLowerCase() === folded)) return answered(event, path)
  }
  // A velocity reads a data event with the purchase that it belongs to.
  if (assessed === 'purchase' && own.some(event => event !== assessed) && folded.startsWith('purchase.'))
    return [{ events: [assessed], path: path.slice('purchase.'.length) }]
  return own.length === 0 ? [] : [{ events: own, path }]
}

function useOf(
  holder: TextHolder,
  tree: EnvironmentTree,
  { place, path, isBlock, receivers }: AttributeRead,
): FieldUse {
  const { kind, id, name, environmentId, ruleType, templateKind, status, eventType, branch } = holder
  return {
    kind,
    id,
    name,
    place,
    environmentId,
    environment: tree.get(environmentId)?.friendlyName ?? '',
    ruleType,
    templateKind,
    status,
    eventType,
    branch,
    block: isBlock ? path : null,
    receivers: receivers as FieldUse['receivers'],
    hasConfiguration: false,
  }
}

/** What a tenant assessment itself reads. */
function readsOfDefinition(assessment: TenantAssessment, tree: EnvironmentTree): EventRead[] {
  const { id, apiName, kind: generation, environmentId } = assessment
  return definitionReadsOf(assessment).map(({ kind, name, event, path, status }) => ({
    use: {
      kind,
      id,
      name,
      place: null,
      environmentId,
      environment: tree.get(environmentId)?.friendlyName ?? '',
      ruleType: null,
      templateKind: null,
      status,
      eventType: apiName,
      branch: null,
      block: null,
      receivers: [],
      hasConfiguration: generation === 'wizard',
    },
    events: [event.toLowerCase()],
    path,
    isBlock: false,
  }))
}
