import { z } from 'zod'
import { ruleStatuses, ruleTypes } from '../common/constants.ts'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { personalDataKinds } from '../common/personal-data.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import { templateKinds } from '../templates/template-definitions.ts'
import {
  attributeSources,
  type FigurePeriod,
  fieldUserKinds,
  figurePeriods,
  ontologyLimits,
  ontologyNodeKinds,
} from './ontology-definitions.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int()

const nodeSchema = z.object({
  /** Unique in the ontology; also the name that is shown, such as `DeviceContext`. */
  id: z.string(),
  kind: z.enum(ontologyNodeKinds),
  /** The event whose attributes the node has: an assessment or the name of a data event. */
  event: z.string(),
  /** The attribute that identifies a node; null where it is derived. */
  key: z.string().nullable(),
})
export type OntologyNode = z.infer<typeof nodeSchema>

const edgeSchema = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** Attributes of the edge itself, by their names at the edge; each is one of the ontology. */
  attributes: z.array(z.object({ name: z.string(), event: z.string(), path: z.string() })),
})
export type OntologyEdge = z.infer<typeof edgeSchema>

const attributeSchema = z.object({
  event: z.string(),
  /** Full path in the event, arrays crossed without an index. Unique within the event. */
  path: z.string(),
  /** The node that has it, or the edge. */
  node: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'date-time', 'object', 'array']),
  description: z.string().nullable(),
  /** Whether it must be sent when the block around it is. */
  required: z.boolean(),
  searchable: z.boolean(),
  /** Kinds of personal data that its values may be of: the id of a label is one or the other. */
  personal: z.array(z.enum(personalDataKinds)),
  source: z.enum(attributeSources),
  /** False: no schema lists it, but a text reads it. */
  listed: z.boolean(),
  /** Number of places in texts and definitions that read it. */
  uses: count,
})
export type OntologyAttribute = z.infer<typeof attributeSchema>

export const ontologySchema = z.object({
  eventType: z.string(),
  /** The assessments of the environment, each of which has an ontology of its own. */
  eventTypes: z.array(z.object({ key: z.string(), name: z.string() })),
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema),
  attributes: z.array(attributeSchema),
})
export type Ontology = z.infer<typeof ontologySchema>

/** Node types of the graph and the edges between them, of all assessments of an environment together. */
const graphTypesSchema = z.object({
  nodes: z.array(nodeSchema.omit({ event: true }).extend({ attributes: z.array(z.string()) })),
  edges: z.array(edgeSchema.extend({ attributes: z.array(z.string()) })),
})
export type GraphTypes = z.infer<typeof graphTypesSchema>

const useSchema = z.object({
  kind: z.enum(fieldUserKinds),
  id: z.string(),
  name: z.string(),
  /** Clause, velocity, property or decision that reads the attribute; null for a condition or a definition. */
  place: z.string().nullable(),
  environmentId: uuid,
  environment: z.string(),
  ruleType: z.enum(ruleTypes).nullable(),
  templateKind: z.enum(templateKinds).nullable(),
  status: z.enum(ruleStatuses).nullable(),
  eventType: z.string().nullable(),
  branch: z.string().nullable(),
  /** The block that is read as a whole, and the attribute with it; empty for the whole event, null otherwise. */
  block: z.string().nullable(),
  /** Lists, calls, functions and velocities that the value is passed to. */
  receivers: z.array(
    z.object({
      kind: z.enum(['list', 'supportList', 'externalCall', 'externalAssessment', 'function', 'velocity']),
      name: z.string(),
    }),
  ),
  /** Of a definition: whether its assessment has a page on which it is configured. */
  hasConfiguration: z.boolean(),
})
export type FieldUse = z.infer<typeof useSchema>

const figuresSchema = z.object({
  event: z.string(),
  path: z.string(),
  /** Events of those measured that have a value. */
  filled: count,
  /** Different values; with `isDistinctLimited` at least so many. */
  distinct: count,
  isDistinctLimited: z.boolean(),
  lastSeen: time.nullable(),
})
export type FieldFigures = z.infer<typeof figuresSchema>

/** Events of one type in the period, and how many of them, the latest ones, were measured. */
const measuredSchema = z.object({ event: z.string(), events: count, measured: count })
export type MeasuredEvents = z.infer<typeof measuredSchema>

const dropSchema = z.object({
  id: uuid,
  environmentId: uuid,
  environment: z.string(),
  eventType: z.string(),
  field: z.string(),
  /** The API client whose events lack the field; null where it is unknown. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  since: time,
  /** Events of the last hour, and of the same hours of the days before, and how many of them have a value. */
  recent: z.object({ filled: count, events: count }),
  usual: z.object({ filled: count, events: count }),
  /** Events since then that were decided without the field; with `isMissingLimited` at least so many. */
  missing: count,
  isMissingLimited: z.boolean(),
  /** Share of false alarms at which the drop would just be reported. */
  q: z.number(),
})
export type FieldDrop = z.infer<typeof dropSchema>

const period = z.enum(Object.keys(figurePeriods) as [FigurePeriod, ...FigurePeriod[]]).default('7d')
const ontologyPath = `${environmentRoute}/ontology`
const ontologyInput = environmentInput.extend({ eventType: assessmentKeySchema })
const fieldInput = ontologyInput.extend({
  event: z.string().min(1).max(130),
  path: z.string().min(1).max(500),
})

export const ontologyContract = {
  drops: procedure
    .route({
      method: 'GET',
      path: `${ontologyPath}/{eventType}/drops`,
      summary: 'Fields that are sent less often than in the same hours before',
    })
    .input(ontologyInput)
    .output(z.array(dropSchema)),
  get: procedure
    .route({
      method: 'GET',
      path: `${ontologyPath}/{eventType}`,
      summary: 'Node types, edges and attributes of the events of an assessment',
    })
    .input(ontologyInput)
    .output(ontologySchema),
  types: procedure
    .route({
      method: 'GET',
      path: ontologyPath,
      summary: 'Node types of the graph and the edges between them, with the names of their attributes',
    })
    .input(environmentInput)
    .output(graphTypesSchema),
  uses: procedure
    .route({
      method: 'GET',
      path: `${ontologyPath}/{eventType}/uses`,
      summary: 'The places in texts and definitions that read an attribute',
    })
    .input(fieldInput)
    .output(
      z.object({
        uses: z.array(useSchema).max(ontologyLimits.uses),
        /** Places beyond the limit. */
        more: count,
        /** Places in environments above, of which the caller sees none. */
        hidden: count,
      }),
    ),
  figures: procedure
    .route({
      method: 'GET',
      path: `${ontologyPath}/{eventType}/figures`,
      summary: 'How often the attributes have a value in the latest events of a period',
    })
    .input(ontologyInput.extend({ period }))
    .output(z.object({ measured: z.array(measuredSchema), figures: z.array(figuresSchema) })),
  values: procedure
    .route({
      method: 'GET',
      path: `${ontologyPath}/{eventType}/values`,
      summary: 'The most frequent values of an attribute in the latest events of a period',
      description: 'Personal data is masked as in a search. Null without the right to search.',
    })
    .input(fieldInput.extend({ period }))
    .output(
      z.object({
        measured: measuredSchema,
        /** `name`: the path, by which personal data is masked. */
        values: z.array(z.object({ name: z.string(), value: z.string(), events: count })).nullable(),
        /** How often the events of each API client have a value; of assessed events alone. */
        clients: z.array(z.object({ id: z.string(), name: z.string(), filled: count, events: count })),
      }),
    ),
}
