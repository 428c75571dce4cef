import type { AssessmentSchema, CustomField } from '../../contract/assessments/custom-fields.ts'
import type { ObservedField } from '../../contract/assessments/observed-fields.ts'
import { sectionDefinitions, sectionNode } from '../../contract/assessments/section-catalogue.ts'
import { type ReportAttribute, reportAttributesOf } from '../../contract/reports/report-definitions.ts'
import type { EventSchema } from '../ingest/event-schema.ts'
import { type ObservationTemplate, templateSchemas, type WizardTemplate } from '../ingest/event-schemas.ts'
import { isObject, type Json, listOf, objectOf } from '../lib/json.ts'
import { readAmountFields } from './amount-fields.ts'
import { readDataFilters } from './data-filters.ts'
import { formerNamesOf } from './former-names.ts'
import { readObservedFields } from './observed-fields.ts'

/** A tenant assessment as the engine uses it. */
export interface TenantAssessment {
  id: string
  /** Root environment; its whole tree inherits the assessment. */
  environmentId: string
  kind: 'wizard' | 'custom'
  template: WizardTemplate | null
  apiName: string
  /** API names of before, under which its earlier events are stored. */
  formerNames: readonly string[]
  friendlyName: string
  /** Schema of the request body. */
  schema: EventSchema
  /** Fields that identify the data subject, beside the event's id. */
  subjects: readonly string[]
  observations: readonly Observation[]
  hasLabel: boolean
  /** The tenant's own fields of labels. */
  labelFields: readonly CustomField[]
  /** Number of changes of the schema, stored with each transaction. */
  schemaVersion: number
  sample: Json
  /** Whether its events can be searched; never those of device fingerprinting. */
  search: boolean
  /** Whether its events with the decision Review become cases; never those of device fingerprinting. */
  cases: boolean
  /** Whether reports count its events; never those of device fingerprinting. */
  reports: boolean
  /** Whether its events have an amount that reports add up. */
  amounts: boolean
  /** The fields whose sum is that amount. */
  amountFields: readonly string[]
  /** What its reports can be filtered by. */
  reportFilters: readonly ReportAttribute[]
  /** Paths of the fields by which its reports can be filtered beside. */
  dataFilters: readonly string[]
  /** The fields of its observations and labels whose values its reports show. */
  observedFields: readonly ObservedField[]
  /** Whether its template has a risk model, so that a score of 0 is one. */
  scored: boolean
  /** External call that returns the key that encrypts answers to browsers; null where browsers get no answers. */
  keyCallId: string | null
}
export interface Observation {
  apiName: string
  template: ObservationTemplate
  /** Absent for observations of earlier releases, as are all that follow. */
  id?: string | undefined
  friendlyName?: string | undefined
  /** The tenant's own fields, below `custom`. */
  custom?: readonly CustomField[] | undefined
  /** Number of changes. */
  version?: number | undefined
}

/** Returns the sections of a template in its order. */
export const sectionsOf = (template: WizardTemplate): string[] =>
  Object.keys(templateSchemas[template].properties ?? {}).filter(name => name !== 'custom')

/**
 * Returns the schema of the body: the retained sections of the template, sections of others that were added, and the
 * tenant's fields below `custom`.
 */
export function bodySchema(template: WizardTemplate, { sections, custom }: AssessmentSchema): EventSchema {
  const whole = templateSchemas[template]
  const own = whole.properties ?? {}
  const keptProperties = new Set([...sections, 'metadata'])
  const kept = Object.entries(own).filter(([name]) => keptProperties.has(name))
  const added = sections.flatMap((name): [string, EventSchema][] => {
    const node = Object.hasOwn(own, name) ? undefined : sectionNode(name)
    return node === undefined ? [] : [[name, node]]
  })
  return withCustomFields(
    {
      ...whole,
      ...(added.length === 0 ? {} : { $defs: { ...sectionDefinitions, ...whole.$defs } }),
      properties: Object.fromEntries([...kept, ...added]),
      required: (whole.required ?? []).filter(name => keptProperties.has(name)),
    },
    custom,
  )
}

/** Returns the schema of an event with the tenant's own fields below `custom`. */
export function withCustomFields(schema: EventSchema, custom: readonly CustomField[]): EventSchema {
  const needsCustom = custom.some(({ required }) => required)
  return {
    ...schema,
    properties: { ...schema.properties, custom: customSchema(custom) },
    required: [...(schema.required ?? []).filter(name => name !== 'custom'), ...(needsCustom ? ['custom'] : [])],
  }
}

function customSchema(fields: readonly CustomField[]): EventSchema {
  // Without fields of its own the section accepts all keys unchanged.
  if (fields.length === 0) return { type: 'object', additionalProperties: true }
  return {
    type: 'object',
    additionalProperties: true,
    properties: Object.fromEntries(fields.map(field => [field.name, fieldSchema(field)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
}

function fieldSchema({ type, fields = [], friendlyName }: CustomField): EventSchema {
  const description = friendlyName === undefined ? {} : { description: friendlyName }
  switch (type) {
    case 'Integer':
      return { type: 'integer', ...description }
    case 'Double':
      return { type: 'number', ...description }
    case 'Boolean':
      return { type: 'boolean', ...description }
    case 'DateTime':
      return { type: 'string', format: 'date-time', ...description }
    case 'Email':
      return { type: 'string', 'x-format': 'email', ...description }
    case 'IPAddress':
      return { type: 'string', 'x-format': 'ip-address', ...description }
    case 'Array':
      return { type: 'array', ...description }
    case 'Object':
      return { ...customSchema(fields), ...description }
    default:
      return { type: 'string', ...description }
  }
}

/** Returns true for shapes that may be answered to a browser: device fingerprinting and nothing else. */
export const isClientSideShape = (
  template: WizardTemplate | null,
  { sections, custom }: { sections: readonly string[]; custom: readonly unknown[] },
): boolean =>
  template === 'DeviceFingerprinting' &&
  custom.length === 0 &&
  sections.length === 2 &&
  sections.includes('metadata') &&
  sections.includes('deviceFingerprinting')

/** Templates whose events can be searched unless the settings of the assessment say otherwise. */
const searchedTemplates: ReadonlySet<WizardTemplate | null> = new Set([
  'CardPayment',
  'LoyaltyProgram',
  'MoneyTransfer',
  null,
])

/** Whether events of a new assessment can be searched. A custom assessment has no template. */
export const searchByDefault = (template: WizardTemplate | null): boolean => searchedTemplates.has(template)

/** Reads the switch of an assessment. Those from before there was one are searched, as they were. */
const isSearched = (template: WizardTemplate | null, settings: Json): boolean =>
  template !== 'DeviceFingerprinting' && objectOf(settings.features).search !== false

/** Templates whose events become cases unless the settings of the assessment say otherwise. */
const reviewedTemplates: ReadonlySet<WizardTemplate | null> = new Set([
  'CardPayment',
  'LoyaltyProgram',
  'MoneyTransfer',
])

/** Whether events of a new assessment become cases. */
export const casesByDefault = (template: WizardTemplate | null): boolean => reviewedTemplates.has(template)

/** Whether events of an assessment can become cases; never those of a custom assessment, which has no template. */
export const canHaveCases = (template: WizardTemplate | null): boolean =>
  template !== null && template !== 'DeviceFingerprinting'

/** Reads the switch of an assessment; those from before there was one follow their template. */
export const hasCases = (template: WizardTemplate | null, settings: Json): boolean => {
  if (!canHaveCases(template)) return false
  const { caseManagement } = objectOf(settings.features)
  return typeof caseManagement === 'boolean' ? caseManagement : casesByDefault(template)
}

/** Templates whose events reports count unless the settings of the assessment say otherwise. */
const reportedTemplates: ReadonlySet<WizardTemplate | null> = new Set([...reviewedTemplates, 'SoftwarePiracy'])

/** Whether reports count the events of a new assessment. */
export const reportsByDefault = (template: WizardTemplate | null): boolean => reportedTemplates.has(template)

/** Whether events of an assessment can be reported on. */
export const canHaveReports = (template: WizardTemplate | null): boolean => template !== 'DeviceFingerprinting'

/** Reads the switch of an assessment; those from before there was one follow their template. */
export function hasReports(template: WizardTemplate | null, settings: Json): boolean {
  if (!canHaveReports(template)) return false
  const { reporting } = objectOf(settings.features)
  return typeof reporting === 'boolean' ? reporting : reportsByDefault(template)
}

/** Templates with an amount of money. */
const monetaryTemplates: ReadonlySet<WizardTemplate | null> = new Set(['CardPayment', 'MoneyTransfer'])

/** Whether events of an assessment can have an amount. */
export const canHaveAmounts = (template: WizardTemplate | null): boolean => monetaryTemplates.has(template)

/** Reads whether reports add up the amounts of an assessment: those of a template that has them, unless switched off. */
export const hasAmounts = (template: WizardTemplate | null, settings: Json): boolean =>
  canHaveAmounts(template) && objectOf(settings.reports).amounts !== false

/** Reads what reports of an assessment can be filtered by: everything, unless chosen. */
export function reportFiltersOf(apiName: string, settings: Json): readonly ReportAttribute[] {
  const { filters } = objectOf(settings.reports)
  const offered = reportAttributesOf(apiName)
  return Array.isArray(filters) ? offered.filter(name => filters.includes(name)) : offered
}

/** Templates whose events contain too little for the risk model; a custom assessment has no template. */
const templatesWithoutRisk: ReadonlySet<WizardTemplate | null> = new Set(['DeviceFingerprinting', 'Custom', null])

/** Whether events of a template have a risk score. */
export const hasRiskScore = (template: WizardTemplate | null): boolean => !templatesWithoutRisk.has(template)

/** Returns the external call in the settings of client-side integration; null when it is off. */
export function clientKeyCallId(settings: Json): string | null {
  const { enabled, externalCallId } = objectOf(settings.clientSideIntegration)
  return enabled === true && typeof externalCallId === 'string' ? externalCallId : null
}

export interface AssessmentRow {
  id: string
  environment_id: string
  kind: 'wizard' | 'custom'
  template: string | null
  api_name: string
  friendly_name: string
  schema: unknown
  settings: unknown
  observations: unknown
  has_label: boolean
  sample: unknown
  schema_version?: number
}

/** Parses a stored assessment. */
export function parseTenantAssessment(row: AssessmentRow): TenantAssessment {
  const template = row.template as WizardTemplate | null
  const stored = objectOf(row.schema)
  const sections = Array.isArray(stored.sections)
    ? stored.sections.filter((name): name is string => typeof name === 'string')
    : []
  const settings = objectOf(row.settings)
  const subjects = Array.isArray(settings.dataSubjectIds)
    ? settings.dataSubjectIds.filter((path): path is string => typeof path === 'string' && path !== 'metadata.eventId')
    : []
  const schema =
    template === null
      ? { type: 'object' }
      : bodySchema(template, { sections, custom: listOf(stored.custom) as unknown as CustomField[] })
  const sample = isObject(row.sample) ? row.sample : {}
  return {
    id: row.id,
    environmentId: row.environment_id,
    kind: row.kind,
    template,
    apiName: row.api_name,
    formerNames: formerNamesOf(settings),
    friendlyName: row.friendly_name,
    schema,
    subjects,
    observations: listOf(row.observations) as unknown as Observation[],
    hasLabel: row.has_label,
    labelFields: listOf(objectOf(settings.label).custom) as unknown as CustomField[],
    schemaVersion: row.schema_version ?? 1,
    sample,
    search: isSearched(template, settings),
    cases: hasCases(template, settings),
    reports: hasReports(template, settings),
    amounts: hasAmounts(template, settings),
    amountFields: canHaveAmounts(template) ? readAmountFields(settings) : [],
    reportFilters: reportFiltersOf(row.api_name, settings),
    dataFilters: readDataFilters({ template, schema, sample, subjects }, settings),
    observedFields: readObservedFields(settings),
    scored: hasRiskScore(template),
    keyCallId: isClientSideShape(template, { sections, custom: listOf(stored.custom) })
      ? clientKeyCallId(settings)
      : null,
  }
}
