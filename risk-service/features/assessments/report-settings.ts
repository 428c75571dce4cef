import { sql, type Transaction } from 'kysely'
import { reportSettingsLimits } from '../../contract/assessments/assessment-definitions.ts'
import type { AssessmentReportSettings, StoredReportSettings } from '../../contract/assessments/assessments.ts'
import { observedFieldKey, parseObservedField } from '../../contract/assessments/observed-fields.ts'
import { reportAttributesOf } from '../../contract/reports/report-definitions.ts'
import { numberFieldsOf, readAmountFields } from '../../engine/assessments/amount-fields.ts'
import { dataFilterOptionsOf, defaultDataFiltersOf } from '../../engine/assessments/data-filters.ts'
import { isObservable, observableFieldsOf, readObservedFields } from '../../engine/assessments/observed-fields.ts'
import {
  canHaveAmounts,
  canHaveReports,
  hasAmounts,
  hasReports,
  parseTenantAssessment,
  reportFiltersOf,
  reportsByDefault,
} from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { objectOf } from '../../engine/lib/json.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Database } from '../../ports/database.ts'
import { mergeSettings } from './assessment-settings.ts'
import { type AssessmentPlace, assertConfigurable, findAssessment, type StoredAssessment } from './find-assessment.ts'

type Call = Pick<
  EnvironmentCallContext,
  'db' | 'tree' | 'ports' | 'principal' | 'actorRoles' | 'correlationId' | 'engine'
>

const windowMs = reportSettingsLimits.days * 86_400_000

/** Returns what reports of an assessment count. @throws NotFoundError where the environment has no such assessment */
export async function readReportSettings(call: Call, place: AssessmentPlace): Promise<StoredReportSettings> {
  return describe(call, await findAssessment(call.db, call, place))
}

/**
 * Changes what reports of an assessment count: at most some times in a while, in the root environment that made it.
 * @throws ValidationError naming the field, ConflictError after another change or too many
 */
export async function saveReportSettings(
  call: Call,
  { baseVersion, settings, ...place }: AssessmentPlace & { baseVersion: number; settings: AssessmentReportSettings },
): Promise<StoredReportSettings> {
  assertConfigurable(call, place.environmentId)
  const saved = await call.db.transaction().execute(async trx => {
    const row = await findAssessment(trx, call, place, true)
    const before = settingsOf(row)
    const after = {
      ...settings,
      filters: before.offered.filter(name => settings.filters.includes(name)),
      dataFilters: before.fields.filter(path => settings.dataFilters.includes(path)),
    }
    assertPossible(row, settings, before)
    const stored = describe(call, row)
    if (isSameJson(stored.settings, after)) return row
    if (row.report_version !== baseVersion)
      throw createVersionConflict('Somebody else changed the report configuration meanwhile.', {
        version: row.report_version,
      })
    if (stored.changesLeft === 0)
      throw new ConflictError(
        `The report configuration can be changed ${reportSettingsLimits.changes} times in ${reportSettingsLimits.days} days. The next change is possible on ${stored.nextChangeAt ?? ''}.`,
        { reason: 'reports.changeLimit', limit: reportSettingsLimits.changes },
      )
    await writeSettings(trx, row, after, { at: call.ports.clock(), by: call.principal.name })
    const { principal, actorRoles: roles, correlationId, ports } = call
    await auditChange(
      trx,
      { ports, principal, roles, correlationId, environmentId: place.environmentId },
      { type: 'Assessment', id: row.id, name: row.friendly_name },
      { operation: 'Update', before: { reports: stored.settings }, after: { reports: after } },
    )
    return findAssessment(trx, call, place)
  })
  await call.engine.reloadRules(place.environmentId)
  return describe(call, saved)
}

function settingsOf(row: StoredAssessment) {
  const template = row.template as WizardTemplate | null
  const settings = objectOf(row.settings)
  const assessment = parseTenantAssessment(row)
  return {
    template,
    offered: reportAttributesOf(row.api_name),
    fields: dataFilterOptionsOf(assessment),
    settings: {
      reporting: hasReports(template, settings),
      amounts: hasAmounts(template, settings),
      amountFields: [...assessment.amountFields],
      filters: [...reportFiltersOf(row.api_name, settings)],
      dataFilters: [...assessment.dataFilters],
      observed: readObservedFields(settings).map(observedFieldKey),
    },
  }
}

/** The numbers that can make up an amount. */
const amountOptionsOf = (row: StoredAssessment): string[] =>
  canHaveAmounts(row.template as WizardTemplate | null) ? numberFieldsOf(parseTenantAssessment(row).schema) : []

/** @throws ValidationError for what the template of an assessment does not have */
function assertPossible(
  row: StoredAssessment,
  { reporting, amounts, amountFields, filters, dataFilters, observed }: AssessmentReportSettings,
  { offered, fields }: { offered: readonly string[]; fields: readonly string[] },
): void {
  const template = row.template as WizardTemplate | null
  if (reporting && !canHaveReports(template))
    throw new ValidationError(['settings', 'reporting'], 'Device fingerprinting has no reports.')
  if (amounts && !canHaveAmounts(template))
    throw new ValidationError(['settings', 'amounts'], 'Events of this template have no amount.')
  if (amounts && amountFields.length === 0)
    throw new ValidationError(['settings', 'amountFields'], 'Choose the attributes that make up the amount.')
  const options = amountOptionsOf(row)
  const noAmount = amountFields.findIndex(field => !options.includes(field))
  if (noAmount >= 0)
    throw new ValidationError(['settings', 'amountFields', noAmount], 'Events of this assessment have no such number.')
  const foreign = filters.findIndex(name => !offered.includes(name))
  if (foreign >= 0)
    throw new ValidationError(['settings', 'filters', foreign], 'Events of this assessment do not have this attribute.')
  const unfiltered = dataFilters.findIndex(path => !fields.includes(path))
  if (unfiltered >= 0)
    throw new ValidationError(
      ['settings', 'dataFilters', unfiltered],
      'Events of this assessment do not have this field, or reports cannot be filtered by it.',
    )
  if (filters.length + dataFilters.length > reportSettingsLimits.filters)
    throw new ValidationError(
      ['settings', 'dataFilters'],
      `Choose at most ${reportSettingsLimits.filters} attributes and fields together.`,
    )
  const assessment = parseTenantAssessment(row)
  const unobserved = observed.findIndex(key => {
    const field = parseObservedField(key)
    return field === null || !isObservable(assessment, field)
  })
  if (unobserved >= 0)
    throw new ValidationError(
      ['settings', 'observed', unobserved],
      'Observations and labels of this assessment do not have this field, or reports cannot show it.',
    )
}

async function writeSettings(
  trx: Transaction<Database>,
  row: StoredAssessment,
  { reporting, amounts, amountFields, filters, dataFilters, observed }: AssessmentReportSettings,
  change: { at: Date; by: string },
): Promise<void> {
  const settings = objectOf(row.settings)
  const changes = {
    features: { ...objectOf(settings.features), reporting },
    reports: { ...objectOf(settings.reports), amounts, amountFields, filters, dataFilters, observed },
  }
  await mergeSettings(trx, row.id, changes, change)
  await trx
    .updateTable('assessment')
    .set({
      report_version: row.report_version + 1,
      report_changes: sql`array(select at from unnest(report_changes) at where at > ${new Date(change.at.getTime() - windowMs)}::timestamptz)
        || ${change.at}::timestamptz`,
    })
    .where('id', '=', row.id)
    .execute()
}

function describe({ tree, ports }: Pick<Call, 'tree' | 'ports'>, row: StoredAssessment): StoredReportSettings {
  const { template, offered, fields, settings } = settingsOf(row)
  const assessment = parseTenantAssessment(row)
  const now = ports.clock().getTime()
  const counted = row.report_changes.map(at => at.getTime() + windowMs).filter(until => until > now)
  return {
    id: row.id,
    eventType: row.api_name,
    name: row.friendly_name,
    template: template ?? 'Custom',
    root: { id: row.environment_id, name: tree.get(row.environment_id)?.friendlyName ?? '' },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    settings,
    defaults: {
      reporting: reportsByDefault(template),
      amounts: canHaveAmounts(template),
      amountFields: canHaveAmounts(template) ? [...readAmountFields({})] : [],
      filters: [...offered],
      dataFilters: defaultDataFiltersOf(assessment),
      observed: [],
    },
    filterOptions: fields,
    observable: observableFieldsOf(assessment).map(observedFieldKey),
    reportable: canHaveReports(template),
    amountOptions: amountOptionsOf(row),
    version: row.report_version,
    changesLeft: Math.max(0, reportSettingsLimits.changes - counted.length),
    nextChangeAt: counted.length === 0 ? null : new Date(Math.min(...counted)).toISOString(),
  }
}
