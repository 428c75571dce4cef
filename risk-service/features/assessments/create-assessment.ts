import { type Selectable, sql, type Transaction } from 'kysely'
import { assessmentLimits, isReservedApiName } from '../../contract/assessments/assessment-definitions.ts'
import type { AssessmentSchema } from '../../contract/assessments/custom-fields.ts'
import { apiNamePattern } from '../../contract/common/constants.ts'
import { displayNamePattern } from '../../contract/environments/environment-definitions.ts'
import {
  casesByDefault,
  type Observation,
  reportsByDefault,
  searchByDefault,
  sectionsOf,
} from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { objectOf } from '../../engine/lib/json.ts'
import { type AuditActor, auditChange } from '../../kernel/audit.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Database, Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import type { AssessmentTable } from '../../ports/tables/assessments.ts'
import { findCaseSwitchIssue } from './case-switch.ts'
import { assertValidClientSide } from './client-side-integration.ts'
import { assertValidFields, assertValidSections } from './valid-schema.ts'

const dataSubjectLimit = 2

export interface NewAssessment {
  id: string
  /** A root environment: its whole tree inherits the assessment. */
  environmentId: string
  kind: 'wizard' | 'custom'
  /** The template of a wizard assessment; null for a custom assessment. */
  template: WizardTemplate | null
  apiName: string
  friendlyName: string
  /** Absent: all sections of the template, and no custom fields. */
  schema?: AssessmentSchema
  observations?: readonly Observation[]
  hasLabel?: boolean
  /** Data subjects beside the event's own id. */
  dataSubjectIds?: readonly string[]
  sample: Record<string, unknown>
  /** Settings beside the data subjects: sharing, sample response, features. */
  settings?: Record<string, unknown>
  author: { id: string; name: string }
}

/**
 * Checks and stores an assessment, which can be called after the next reload of the engine. A repeat by its author
 * changes nothing, as long as nobody changed the assessment since. `also` runs in the same transaction, and only when
 * the assessment is new. @returns whether it is new @throws ValidationError, ConflictError for an id with other content
 */
export async function createAssessment(
  db: Db,
  requested: NewAssessment,
  also: (trx: Transaction<Database>) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const schema = requested.schema ?? {
    sections: requested.template === null ? [] : sectionsOf(requested.template),
    custom: [],
  }
  assertValidAssessment(requested, schema)
  return db.transaction().execute(async trx => {
    const root = await trx
      .selectFrom('environment')
      .select(['parent_id'])
      .where('id', '=', requested.environmentId)
      .forUpdate()
      .executeTakeFirst()
    if (root === undefined || root.parent_id !== null)
      throw new ValidationError(['environmentId'], 'Assessments are created in root environments.')
    const stored = await trx.selectFrom('assessment').selectAll().where('id', '=', requested.id).executeTakeFirst()
    if (stored !== undefined) {
      if (isSameAssessment(stored, requested, schema)) return false
      throw new ConflictError('An assessment with this id already exists.', { reason: 'assessment.exists' })
    }
    await assertAssessmentLimits(trx, requested)
    await assertValidClientSide(trx, requested, schema)
    await trx
      .insertInto('assessment')
      .values({
        id: requested.id,
        environment_id: requested.environmentId,
        kind: requested.kind,
        template: requested.template,
        api_name: requested.apiName,
        friendly_name: requested.friendlyName,
        schema: JSON.stringify(schema),
        settings: JSON.stringify(settingsOf(requested)),
        observations: JSON.stringify(requested.observations ?? []),
        has_label: requested.hasLabel ?? false,
        sample: JSON.stringify(requested.sample),
        created_by: requested.author.id,
        created_by_name: requested.author.name,
      })
      .execute()
    await also(trx)
    return true
  })
}

/** Whether what is stored is what a creation stored. */
const isSameAssessment = (
  stored: Selectable<AssessmentTable>,
  requested: NewAssessment,
  schema: AssessmentSchema,
): boolean =>
  stored.created_by === requested.author.id &&
  isSameJson(
    {
      environmentId: stored.environment_id,
      kind: stored.kind,
      template: stored.template,
      apiName: stored.api_name,
      friendlyName: stored.friendly_name,
      schema: stored.schema,
      settings: stored.settings,
      observations: stored.observations,
      hasLabel: stored.has_label,
      sample: stored.sample,
    },
    {
      environmentId: requested.environmentId,
      kind: requested.kind,
      template: requested.template,
      apiName: requested.apiName,
      friendlyName: requested.friendlyName,
      schema,
      settings: settingsOf(requested),
      observations: requested.observations ?? [],
      hasLabel: requested.hasLabel ?? false,
      sample: requested.sample,
    },
  )

/** Returns the settings as they are stored, with what the template switches on. */
const settingsOf = ({ template, settings = {}, dataSubjectIds = [] }: NewAssessment): Record<string, unknown> => ({
  ...settings,
  features: {
    search: searchByDefault(template),
    caseManagement: casesByDefault(template),
    reporting: reportsByDefault(template),
    ...objectOf(settings.features),
  },
  dataSubjectIds,
})

/** Writes the entry of a new assessment to the audit log. */
export async function recordNewAssessment(
  trx: Db,
  maker: AuditActor & { ports: Pick<Ports, 'newId' | 'clock'> },
  requested: NewAssessment,
): Promise<void> {
  const { id, environmentId, apiName, friendlyName, template, schema, observations, hasLabel } = requested
  await auditChange(
    trx,
    { ...maker, environmentId },
    { type: 'Assessment', id, name: friendlyName },
    {
      operation: 'Create',
      before: null,
      after: { apiName, friendlyName, template, schema, observations, hasLabel },
    },
  )
}

async function assertAssessmentLimits(
  trx: Transaction<Database>,
  { environmentId, kind, apiName }: NewAssessment,
): Promise<void> {
  await assertUnusedName(trx, environmentId, apiName)
  const { count } = await trx
    .selectFrom('assessment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  const limit = kind === 'wizard' ? assessmentLimits.wizard : assessmentLimits.legacyCustom
  if (Number(count) >= limit)
    throw new ConflictError(`The limit of ${limit} assessments has been reached.`, {
      reason: 'assessment.limit',
      limit,
    })
}

/**
 * Refuses an API name that another assessment of the environment has or had before, or had until its deletion while its
 * events are still being removed: they are found by it. The caller has locked the row of the environment. @throws ConflictError
 */
export async function assertUnusedName(
  trx: Db,
  environmentId: string,
  apiName: string,
  assessmentId: string | null = null,
): Promise<void> {
  const others = await trx
    .selectFrom('assessment')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where(
      sql<boolean>`lower(api_name) = ${apiName.toLowerCase()} or exists (
        select 1 from jsonb_array_elements_text(coalesce(settings -> 'formerNames', '[]')) as n(name)
        where lower(n.name) = ${apiName.toLowerCase()})`,
    )
    .execute()
  if (others.some(({ id }) => id !== assessmentId))
    throw new ConflictError('An assessment of this environment already has this API name.', {
      reason: 'assessment.exists',
    })
  const removal = await trx
    .selectFrom('assessment_removal')
    .select('id')
    .where('environment_id', '=', environmentId)
    .where(sql`lower(api_name)`, '=', apiName.toLowerCase())
    .executeTakeFirst()
  if (removal)
    throw new ConflictError('The events of a deleted assessment with this API name are still being removed.', {
      reason: 'assessment.removing',
    })
}

/** Checks an assessment by itself, without others. @throws ValidationError */
export function assertValidAssessment(
  { kind, template, apiName, friendlyName, observations = [], dataSubjectIds = [], settings = {} }: NewAssessment,
  schema: AssessmentSchema,
): void {
  const refuse = (field: string, message: string): never => {
    throw new ValidationError(field.split('.'), message)
  }
  if ((kind === 'wizard') !== (template !== null))
    refuse('template', 'A template belongs to the assessments of the wizard, and to no others.')
  if (!apiNamePattern.test(apiName))
    refuse('apiName', 'An API name begins with a letter, and has letters, digits and underscores, at most 60.')
  if (isReservedApiName(apiName)) refuse('apiName', 'This name is one of the product’s own.')
  if (!displayNamePattern.test(friendlyName))
    refuse(
      'friendlyName',
      'A name begins with a letter, digit or underscore and goes on with those or blanks, at most 60.',
    )
  const caseSwitch = findCaseSwitchIssue(template, settings)
  if (caseSwitch !== null) refuse(caseSwitch.field, caseSwitch.message)
  if (dataSubjectIds.length > dataSubjectLimit) refuse('dataSubjectIds', 'At most two fields beside the event’s id.')
  if (template !== null) assertValidSections(schema.sections)
  assertValidFields(schema.custom, ['schema', 'custom'])
  const names = observations.map(each => each.apiName.toLowerCase())
  if (observations.some(each => !apiNamePattern.test(each.apiName)) || new Set(names).size < names.length)
    refuse('observations', 'API names of observations are unique and as those of assessments.')
}
