import { personalKindsOf } from '../../contract/common/personal-data.ts'
import { searchLimits } from '../../contract/index.ts'
import type { FieldUse, GraphTypes, Ontology, OntologyAttribute } from '../../contract/ontology/ontology.ts'
import { type FigurePeriod, figurePeriods, ontologyLimits } from '../../contract/ontology/ontology-definitions.ts'
import { parseTenantAssessment, type TenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import { levelIn } from '../../kernel/access/authorize.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ancestorsOf, environmentChain, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { limited } from '../search/search.ts'
import { mergeGraphTypes } from './definition/graph-types.ts'
import { blockNodeOf, defineOntology, type OntologyDefinition, sourceOf } from './definition/ontology.ts'
import { builtInEventTypes, type OntologyEvent, ontologyEventsOf } from './definition/ontology-events.ts'
import { type MeasuredEvent, measureFields } from './figures/field-figures.ts'
import { loadTopValues } from './figures/top-values.ts'
import { type FieldUses, loadFieldUses } from './uses/field-uses.ts'
import { loadDecisionRules } from './uses/text-sources.ts'

/** A call of the console API in an environment. */
export type OntologyCall = EnvironmentCallContext & { environmentId: string }

interface LoadedOntology extends OntologyDefinition {
  events: readonly OntologyEvent[]
  own: readonly TenantAssessment[]
}

/** Returns the assessments that the tenant has defined. */
async function loadOwnAssessments({ db, tree, environmentId }: OntologyCall): Promise<TenantAssessment[]> {
  const rows = await db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', rootIdOf(tree, environmentId))
    .orderBy('friendly_name')
    .execute()
  return rows.map(parseTenantAssessment)
}

/** @throws ValidationError for an assessment that the environment does not have */
async function loadOntology(call: OntologyCall, eventType: string): Promise<LoadedOntology> {
  const own = await loadOwnAssessments(call)
  const events = ontologyEventsOf(eventType, own)
  if (events === null)
    throw new ValidationError(['eventType'], 'This environment has no assessment with this API name.')
  return { events, own, ...defineOntology(events) }
}

/** Returns the paths of the fields of an assessment; null for an assessment that the environment does not have. */
export async function readFieldPaths(call: OntologyCall, eventType: string): Promise<ReadonlySet<string> | null> {
  const events = ontologyEventsOf(eventType, await loadOwnAssessments(call))
  if (events === null) return null
  return new Set(
    defineOntology(events)
      .attributes.filter(({ event }) => event === eventType)
      .map(({ path }) => path),
  )
}

/** Texts of an environment act on its events, and so do those above it; those below act on events of their own. */
const textScope = ({ tree, scope, environmentId }: OntologyCall): string[] => [
  ...ancestorsOf(tree, environmentId).map(({ id }) => id),
  ...scope,
]

const usesOf = (call: OntologyCall, { events, own }: LoadedOntology): Promise<FieldUses> =>
  loadFieldUses(call.db, call.tree, textScope(call), events, own)

/** Returns the ontology of an assessment. @throws ValidationError for an unknown assessment */
export async function readOntology(call: OntologyCall, eventType: string): Promise<Ontology> {
  const loaded = await loadOntology(call, eventType)
  const uses = await usesOf(call, loaded)
  const listed = loaded.attributes.map(attribute => ({
    ...attribute,
    uses: uses.of(attribute.event, attribute.path).length,
  }))
  return {
    eventType,
    eventTypes: [
      ...builtInEventTypes,
      ...loaded.own.map(({ apiName, friendlyName }) => ({ key: apiName, name: friendlyName })),
    ],
    nodes: [...loaded.nodes],
    edges: [...loaded.edges],
    attributes: [...listed, ...unlistedReads(loaded, uses, use => isVisible(call, use))],
  }
}

/** Returns the node types of the graph, which are those of all assessments. What only texts or events name is left out. */
export async function readGraphTypes(call: OntologyCall): Promise<GraphTypes> {
  const own = await loadOwnAssessments(call)
  const eventTypes = [...builtInEventTypes.map(({ key }) => key), ...own.map(({ apiName }) => apiName)]
  return mergeGraphTypes(eventTypes.map(key => defineOntology(ontologyEventsOf(key, own) ?? [])))
}

/** Whether the caller may know of a place: it is in the environment, below it, or above it within the caller's rights. */
const isVisible = (call: OntologyCall, { environmentId }: FieldUse): boolean =>
  call.scope.includes(environmentId) || levelIn(call.principal, environmentId, 'ontology', call.tree) !== 'none'

/**
 * Returns attributes that texts read and no schema lists: custom data, or names that no event has. What only invisible
 * places read is left out: its name would tell what they are about.
 */
function unlistedReads(
  { events, attributes }: LoadedOntology,
  uses: FieldUses,
  isShown: (use: FieldUse) => boolean,
): OntologyAttribute[] {
  const byKey = new Map<string, OntologyEvent>(events.map(each => [each.event.toLowerCase(), each]))
  const keyOf = (event: string, path: string): string => `${event}\n${path}`.toLowerCase()
  const seen = new Set([
    ...attributes.map(({ event, path }) => keyOf(event, path)),
    // Blocks are nodes and parts of paths.
    ...events.flatMap(each => each.attributes.map(({ path }) => keyOf(each.event, path))),
  ])
  return uses.reads.flatMap(({ event, path }): OntologyAttribute[] => {
    const found = byKey.get(event)
    if (found === undefined || seen.has(keyOf(event, path))) return []
    seen.add(keyOf(event, path))
    const users = uses.of(event, path)
    if (!users.some(isShown)) return []
    return [
      {
        event: found.event,
        path,
        node: (found === events[0] ? blockNodeOf(path) : null) ?? found.node,
        type: 'string',
        description: null,
        required: false,
        searchable: false,
        personal: personalKindsOf(path),
        source: sourceOf(path),
        listed: false,
        uses: users.length,
      },
    ]
  })
}

export interface FieldInput {
  eventType: string
  event: string
  path: string
}

/** A rule with the paths of the fields and whole blocks that it reads of what merchants send. */
export interface RuleFieldReads {
  id: string
  paths: string[]
}

/**
 * Returns the active rules that decide the events of an environment, its own and those above it, with the fields
 * and whole blocks of the event that each reads. @throws ValidationError for an unknown assessment
 */
export async function readRuleReads(call: OntologyCall, eventType: string): Promise<RuleFieldReads[]> {
  const { events, own } = await loadOntology(call, eventType)
  const [assessed] = events
  if (assessed === undefined) return []
  const uses = await loadFieldUses(call.db, call.tree, environmentChain(call), events, own, (db, ids) =>
    loadDecisionRules(db, ids, assessed.event),
  )
  const rules = new Map<string, RuleFieldReads>()
  for (const { event, path, use } of uses.readers) {
    if (use.kind !== 'rule' || event !== assessed.event.toLowerCase() || path === '' || sourceOf(path) !== 'sent')
      continue
    const rule = rules.get(use.id) ?? { id: use.id, paths: [] }
    if (!rule.paths.some(each => each.toLowerCase() === path.toLowerCase())) rule.paths.push(path)
    rules.set(use.id, rule)
  }
  return [...rules.values()]
}

/** Returns what reads an attribute; of environments above that the caller does not see, only how many places do. */
export async function readFieldUses(
  call: OntologyCall,
  { eventType, event, path }: FieldInput,
): Promise<{ uses: FieldUse[]; more: number; hidden: number }> {
  const loaded = await loadOntology(call, eventType)
  requireEvent(loaded, event)
  const all = (await usesOf(call, loaded)).of(event, path)
  const visible = all.filter(use => isVisible(call, use))
  return {
    uses: visible.slice(0, ontologyLimits.uses),
    more: Math.max(0, visible.length - ontologyLimits.uses),
    hidden: all.length - visible.length,
  }
}

/** @throws ValidationError for an event that is not part of the ontology */
function requireEvent({ events, attributes }: LoadedOntology, event: string): MeasuredEvent {
  const found = events.find(each => each.event.toLowerCase() === event.toLowerCase())
  if (found === undefined) throw new ValidationError(['event'], 'This event is not part of the ontology.')
  return measuredEvent(found, events[0], attributes)
}

const measuredEvent = (
  event: OntologyEvent,
  assessed: OntologyEvent | undefined,
  attributes: OntologyDefinition['attributes'],
): MeasuredEvent => ({
  event: event.event,
  isAssessed: event === assessed,
  attributes: attributes.filter(each => each.event === event.event),
})

const startOf = ({ ports }: OntologyCall, period: FigurePeriod): Date =>
  new Date(ports.clock().getTime() - figurePeriods[period] * 3_600_000)

/** Measures the attributes of all events of an ontology. @throws ConflictError `search.timeout` */
export async function readFieldFigures(
  call: OntologyCall,
  { eventType, period }: { eventType: string; period: FigurePeriod },
  signal: AbortSignal | undefined,
) {
  const { events, attributes } = await loadOntology(call, eventType)
  const selection = { environmentIds: call.scope, from: startOf(call, period) }
  return limited(signal, searchLimits.seconds, async running => {
    const all = []
    for (const event of events)
      all.push(await measureFields(call.db, selection, measuredEvent(event, events[0], attributes), running))
    return { measured: all.map(({ measured }) => measured), figures: all.flatMap(({ figures }) => figures) }
  })
}

/**
 * Returns the most frequent values of an attribute, null for a caller who may not search events, and how often each API
 * client fills it.
 */
export async function readTopValues(
  call: OntologyCall,
  { eventType, event, path, period }: FieldInput & { period: FigurePeriod },
  signal: AbortSignal | undefined,
) {
  const measured = requireEvent(await loadOntology(call, eventType), event)
  const selection = { environmentIds: call.scope, from: startOf(call, period) }
  const mayRead = levelIn(call.principal, call.environmentId, 'search', call.tree) !== 'none'
  const { values, clients, ...found } = await limited(signal, searchLimits.seconds, running =>
    loadTopValues(call.db, selection, measured, path, call.masking, running),
  )
  const names = await loadClientNames(
    call,
    clients.map(({ id }) => id),
  )
  return {
    ...found,
    values: mayRead ? values : null,
    clients: clients.map(client => ({ ...client, name: names.get(client.id) ?? client.id })),
  }
}

async function loadClientNames({ db, principal }: OntologyCall, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_client')
    .select(['client_id', 'display_name'])
    .where('client_id', 'in', ids)
    .where('tenant_id', '=', principal.tenantId)
    .execute()
  return new Map(rows.map(row => [row.client_id, row.display_name]))
}
