import type { CaseSwitch } from '../../../contract/cases/options/case-switch.ts'
import { canHaveCases, hasCases, type TenantAssessment } from '../../../engine/assessments/tenant-assessment.ts'
import { objectOf } from '../../../engine/lib/json.ts'
import { NotFoundError, ValidationError } from '../../../kernel/errors/errors.ts'
import { mergeSettings, raiseConfigurationVersion } from '../../assessments/assessment-settings.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import { publishQueue } from '../clock/publish-cases.ts'
import { auditCall, type CaseCall } from '../work/case-call.ts'
import { countOpenCases } from './case-counts.ts'
import { assertRoot } from './configuration.ts'

/** Returns whether events of each assessment of a root environment become cases, the built-in assessments first. */
export async function listCaseSwitches(call: CaseCall, environmentId: string): Promise<CaseSwitch[]> {
  assertRoot(call, environmentId)
  await advanceCases(call, call.scope)
  const [rows, counts] = await Promise.all([
    call.db
      .selectFrom('assessment')
      .select(['api_name', 'template'])
      .where('environment_id', '=', environmentId)
      .execute(),
    countOpenCases(call.db, call.scope),
  ])
  const templates = new Map(rows.map(({ api_name, template }) => [api_name, templateOf(template)]))
  return call.engine.assessments(environmentId).map(({ key, name, cases }) => ({
    eventType: key,
    name,
    enabled: cases,
    fixed: fixedOf(templates.get(key)),
    openCases: counts.get(key) ?? 0,
  }))
}

/** Built-in assessments always have cases; device fingerprinting and assessments without a template never do. */
const fixedOf = (template: TenantAssessment['template'] | undefined): CaseSwitch['fixed'] =>
  template === undefined ? 'always' : canHaveCases(template) ? null : 'never'

const templateOf = (stored: string | null) => stored as TenantAssessment['template']

/**
 * Switches case management of an assessment on or off, for new events alone: its cases stay as they are.
 * @throws ValidationError for an assessment whose switch is fixed, NotFoundError for an unknown one
 */
export async function setCaseSwitch(
  call: CaseCall,
  { environmentId, eventType, enabled }: { environmentId: string; eventType: string; enabled: boolean },
): Promise<CaseSwitch> {
  const before = (await listCaseSwitches(call, environmentId)).find(each => each.eventType === eventType)
  if (before === undefined) throw new NotFoundError('This environment has no such assessment.')
  if (before.fixed !== null)
    throw new ValidationError(['enabled'], `Events of this assessment ${before.fixed} become cases.`)
  await call.db.transaction().execute(async trx => {
    const row = await trx
      .selectFrom('assessment')
      .select(['id', 'friendly_name', 'template', 'settings'])
      .where('environment_id', '=', environmentId)
      .where('api_name', '=', eventType)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new NotFoundError('This environment has no such assessment.')
    const settings = objectOf(row.settings)
    const stored = hasCases(templateOf(row.template), settings)
    if (stored === enabled) return
    const features = { ...objectOf(settings.features), caseManagement: enabled }
    await mergeSettings(trx, row.id, { features }, { at: call.ports.clock(), by: call.principal.name })
    await raiseConfigurationVersion(trx, environmentId, eventType)
    await auditCall(
      trx,
      call,
      environmentId,
      { type: 'Assessment', id: row.id, name: row.friendly_name },
      { operation: 'Update', before: { caseManagement: stored }, after: { caseManagement: enabled } },
    )
  })
  await call.engine.reloadRules(environmentId)
  // Pages of cases tell that new events become none.
  for (const id of call.scope) publishQueue(call.live, id, null)
  return { ...before, enabled }
}
