import { sql } from 'kysely'
import type {
  AssessmentConfiguration,
  AssessmentSettings,
  ObservationEvent,
} from '../../contract/assessments/assessment-configuration.ts'
import {
  canHaveCases,
  clientKeyCallId,
  hasCases,
  isClientSideShape,
  type Observation,
  parseTenantAssessment,
} from '../../engine/assessments/tenant-assessment.ts'
import type { WizardTemplate } from '../../engine/ingest/event-schemas.ts'
import { objectOf } from '../../engine/lib/json.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import type { Db } from '../../ports/database.ts'
import { type AssessmentPlace, findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import { configurationOf } from '../external-assessments/targets.ts'
import { findRuleSettings } from '../rules/settings.ts'
import { idOf, labelOf, observationsOf, schemaOf } from './stored-schema.ts'
import { findUses } from './uses.ts'

type ReadCall = Pick<EnvironmentCallContext, 'db' | 'tree' | 'ports' | 'figures' | 'scope'>

const dayMs = 86_400_000

/** Returns the configuration of an assessment of the wizard. @throws NotFoundError */
export async function readConfiguration(call: ReadCall, place: AssessmentPlace): Promise<AssessmentConfiguration> {
  const { db, tree } = call
  const row = await findAssessment(db, call, place)
  const template = (row.template ?? 'Custom') as WizardTemplate
  const schema = schemaOf(row)
  return {
    id: row.id,
    eventType: row.api_name,
    name: row.friendly_name,
    template,
    root: { id: row.environment_id, name: tree.get(row.environment_id)?.friendlyName ?? '' },
    endpoint: `/v1.0/assessment/${row.api_name}`,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    updatedAt: row.updated_at.toISOString(),
    updatedBy: row.updated_by_name,
    version: row.configuration_version,
    schema: { sections: [...schema.sections], custom: [...schema.custom] },
    schemaVersion: row.schema_version,
    observations: await describeObservations(call, row),
    label: labelOf(row),
    settings: await readSettings(db, row),
    sharing: configurationOf(row.settings),
    possible: {
      cases: canHaveCases(template),
      search: template !== 'DeviceFingerprinting',
      clientSide: isClientSideShape(template, schema),
    },
    uses: await findUses(db, tree, row, call.scope),
  }
}

/** Returns the settings of a stored assessment; the evaluation is that of the rules of its root environment. */
export async function readSettings(db: Db, row: StoredAssessment): Promise<AssessmentSettings> {
  const { evaluation } = await findRuleSettings(db, row.environment_id, row.api_name)
  const { search, subjects } = parseTenantAssessment(row)
  const settings = objectOf(row.settings)
  return {
    evaluation,
    caseManagement: hasCases(row.template as WizardTemplate | null, settings),
    search,
    dataSubjectIds: [...subjects],
    keyCallId: clientKeyCallId(settings),
  }
}

export const describeObservation = (observation: Observation, events: number): ObservationEvent => ({
  id: idOf(observation),
  apiName: observation.apiName,
  name: observation.friendlyName ?? observation.apiName,
  template: observation.template,
  custom: [...(observation.custom ?? [])],
  version: observation.version ?? 0,
  events,
})

async function describeObservations(call: ReadCall, row: StoredAssessment): Promise<ObservationEvent[]> {
  const counts = await countReceived(call, row)
  return observationsOf(row).map(each => describeObservation(each, counts.get(each.apiName) ?? 0))
}

/** Counts the observations of the last 24 hours by their API name, in the environment of the call and below. */
async function countReceived({ db, figures, ports }: ReadCall, row: StoredAssessment): Promise<Map<string, number>> {
  const names = observationsOf(row).map(({ apiName }) => apiName)
  if (names.length === 0) return new Map()
  const now = ports.clock()
  const { rows } = await sql<{ event_type: string; events: number }>`
    select event_type, count(*)::int as events from data_event
    where environment_id = any(${[...figures]}::uuid[]) and strpos(event_type, ':') > 0
      and event_type = any(${names.map(name => `${row.api_name}:${name}`)}::text[])
      and at > ${new Date(now.getTime() - dayMs)} and at <= ${now} group by event_type`.execute(db)
  return new Map(rows.map(({ event_type, events }) => [event_type.slice(row.api_name.length + 1), events]))
}
