import { reportSettingsLimits } from '../../contract/assessments/assessment-definitions.ts'
import { dataFilterPattern, defaultDataFilters } from '../../contract/assessments/data-filters.ts'
import { isPersonalPath } from '../../contract/common/personal-data.ts'
import { reportAttributes } from '../../contract/reports/report-definitions.ts'
import { type EventSchema, resolveReference } from '../ingest/event-schema.ts'
import type { WizardTemplate } from '../ingest/event-schemas.ts'
import { isObject, type Json, objectOf } from '../lib/json.ts'

/** Where the fields of the events of an assessment are found. */
interface FilteredAssessment {
  template: WizardTemplate | null
  schema: EventSchema
  /** An event of an assessment without a schema. */
  sample: Json
  /** Fields that identify a data subject. */
  subjects: readonly string[]
}

/**
 * Returns the paths of the fields by which reports of an assessment can be filtered: those with one plain value, without
 * the metadata of the call, times, and what identifies a person.
 */
export function dataFilterOptionsOf(assessment: FilteredAssessment): string[] {
  const { template, schema, sample } = assessment
  const paths = template === null ? pathsOfSample(sample) : pathsOfSchema(schema, schema)
  return paths.filter(path => isDataFilter(path, assessment))
}

/** Whether the path of a field with a plain value is one by which reports can be filtered. */
function isDataFilter(path: string, { subjects }: Pick<FilteredAssessment, 'subjects'>): boolean {
  if (!dataFilterPattern.test(path) || /^_?metadata(?:\.|$)/.test(path)) return false
  // Names of attributes have a column of their own; only a body without sections has fields with such a path.
  const excluded: readonly string[] = [...subjects, ...reportAttributes]
  return !isPersonalPath(path) && !isPersonId(path) && !excluded.includes(path)
}

/** Owners of ids that identify no person, nor a device, card or licence of one. */
const impersonalOwners: ReadonlySet<string> = new Set([
  'branch',
  'campaign',
  'category',
  'merchant',
  'plan',
  'product',
  'program',
  'reward',
  'store',
  'terminal',
])

/** Whether a field may identify a person: an id of any other owner, by its name or that of its object. */
function isPersonId(path: string): boolean {
  if (!/(?:^|\.)id$|_id$|Id$|ID$/.test(path)) return false
  const owner = path.slice(0, -2).replaceAll(/([a-z\d])([A-Z])/g, '$1.$2')
  const noun = owner.split(/[._]/).findLast(word => word !== '')
  return !impersonalOwners.has(noun?.toLowerCase() ?? '')
}

/** Returns the paths of the data filters of the template of an assessment. */
export function defaultDataFiltersOf(assessment: FilteredAssessment): string[] {
  const ofTemplate = defaultDataFilters[assessment.template ?? 'Custom']
  return dataFilterOptionsOf(assessment).filter(path => ofTemplate.includes(path))
}

/**
 * Reads the fields by which reports of an assessment are filtered: those of its template, unless chosen. What was chosen
 * without a schema does not depend on the sample of today: it is one event of many, and changes no reports.
 */
export function readDataFilters(assessment: FilteredAssessment, settings: Json): readonly string[] {
  const { dataFilters } = objectOf(settings.reports)
  if (!Array.isArray(dataFilters)) return defaultDataFiltersOf(assessment)
  const chosen = new Set(dataFilters.filter(path => typeof path === 'string' && isDataFilter(path, assessment)))
  const offered = dataFilterOptionsOf(assessment).filter(path => chosen.has(path))
  const read = assessment.template === null ? [...new Set([...offered, ...chosen])] : offered
  return read.slice(0, reportSettingsLimits.filters)
}

function pathsOfSchema(schema: EventSchema, root: EventSchema): string[] {
  return Object.entries(resolveReference(schema, root).properties ?? {}).flatMap(([name, property]) => {
    const { type, format, properties, 'x-format': form } = resolveReference(property, root)
    if (properties !== undefined) return pathsOfSchema(property, root).map(path => `${name}.${path}`)
    if (resolveReference(property, root)['x-never-stored'] === true) return []
    const isPlain = type === 'string' ? format === undefined && !personalForms.has(form) : isPlainType(type)
    return isPlain ? [name] : []
  })
}
/** Formats of texts that identify a person. */
const personalForms: ReadonlySet<string | undefined> = new Set(['ip-address', 'email'])
const isPlainType = (type: unknown): boolean => type === 'boolean' || type === 'integer' || type === 'number'

const pathsOfSample = (sample: Json, prefix = ''): string[] =>
  Object.entries(sample).flatMap(([name, value]) => {
    if (isObject(value)) return pathsOfSample(value, `${prefix}${name}.`)
    return ['string', 'number', 'boolean'].includes(typeof value) ? [`${prefix}${name}`] : []
  })
