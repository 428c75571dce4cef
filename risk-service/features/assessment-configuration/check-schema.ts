import type { BrokenText, SchemaEvidence } from '../../contract/assessments/assessment-configuration.ts'
import { configurationLimits } from '../../contract/assessments/assessment-definitions.ts'
import type { AssessmentSchema } from '../../contract/assessments/custom-fields.ts'
import { createYieldPoint, runInSlices } from '../../contract/cooperative.ts'
import { parseTenantAssessment } from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import type { Db } from '../../ports/database.ts'
import { type AssessmentPlace, findAssessment } from '../assessments/find-assessment.ts'
import { loadTextHolders, type TextHolder } from '../ontology/uses/text-sources.ts'
import { limited } from '../search/search.ts'
import type { ConfigurationCall } from './configuration-call.ts'
import { findBrokenReads } from './evidence/definition-evidence.ts'
import { createEventCheck } from './evidence/event-evidence.ts'
import { visitRequests } from './evidence/stored-requests.ts'
import { createTextCheck, findBrokenPlaces } from './evidence/text-evidence.ts'
import { schemaOf } from './stored-schema.ts'
import { countsEventsOf } from './uses.ts'

/**
 * Returns what a changed schema would have meant for the latest stored events, and means for the rules and velocities of
 * the environment of the call and those below it, and for the data subject and the reports of the assessment. Stores
 * nothing. @throws NotFoundError, ConflictError `search.timeout`
 */
export async function checkSchema(
  call: ConfigurationCall,
  { schema, ...place }: AssessmentPlace & { schema: AssessmentSchema },
  signal: AbortSignal | undefined,
): Promise<SchemaEvidence> {
  const row = await findAssessment(call.db, call, place)
  const before = schemaOf(row)
  const check = createEventCheck(row.template as WizardTemplate, before, schema)
  return limited(signal, configurationLimits.checkSeconds, async running => {
    const pause = createYieldPoint()
    // A person of a child environment learns nothing of those beside and above it.
    const environmentIds = call.scope
    const selection = { environmentIds, eventType: row.api_name, limit: configurationLimits.checkedEvents }
    await visitRequests(call.db, selection, running, async requests => {
      for (const request of requests) {
        check.check(request)
        await pause()
      }
    })
    const others = await loadOthers(call.db, row)
    const [present, changed] = [parseTenantAssessment(row), parseTenantAssessment({ ...row, schema })]
    const [checkPresent, checkChanged] = [createTextCheck(present, others), createTextCheck(changed, others)]
    const holders = (await loadTextHolders(call.db, environmentIds)).filter(each => readsEventsOf(each, row.api_name))
    const own = { id: row.id, name: row.friendly_name, environmentId: row.environment_id, eventType: row.api_name }
    const environmentOf = (id: string): string => call.tree.get(id)?.friendlyName ?? ''
    const broken: BrokenText[] = environmentIds.includes(row.environment_id)
      ? findBrokenReads(present, changed).map(found => ({
          ...own,
          environment: environmentOf(row.environment_id),
          ...found,
        }))
      : []
    for (const holder of holders) {
      running.throwIfAborted()
      const { id, name, environmentId } = holder
      // Routing rules have a page of their own.
      const eventType = holder.ruleType === 'routing' ? null : holder.eventType
      const environment = environmentOf(environmentId)
      const kind = holder.kind === 'rule' ? 'rule' : 'velocity'
      for (const found of await runInSlices(findBrokenPlaces(checkPresent, checkChanged, holder)))
        broken.push({ kind, id, name, environmentId, environment, eventType, ...found })
    }
    return { ...check.evidence(), texts: holders.length, broken }
  })
}

const readsEventsOf = (holder: TextHolder, apiName: string): boolean =>
  (holder.kind === 'rule' && holder.eventType === apiName) ||
  (holder.kind === 'velocity' && countsEventsOf(holder, apiName))

/** Velocities may count events of other assessments beside those of this one. */
async function loadOthers(db: Db, { id, environment_id }: { id: string; environment_id: string }) {
  const rows = await db
    .selectFrom('assessment')
    .selectAll()
    .where('environment_id', '=', environment_id)
    .where('id', '<>', id)
    .execute()
  return rows.map(parseTenantAssessment)
}
