import { sql, type Transaction } from 'kysely'
import type {
  AssessmentConfiguration,
  AssessmentUse,
  ObservationBody,
  ObservationEvent,
  ReceivedObservation,
} from '../../contract/assessments/assessment-configuration.ts'
import { configurationLimits } from '../../contract/assessments/assessment-definitions.ts'
import { fieldChangesOf } from '../../contract/assessments/schema-changes.ts'
import type { Observation } from '../../engine/assessments/tenant-assessment.ts'
import { scopeOf } from '../../kernel/environments/environment-tree.ts'
import { ConflictError, NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Database, Db } from '../../ports/database.ts'
import { type AssessmentPlace, findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import { assertValidFields } from '../assessments/valid-schema.ts'
import { assertNoDependents } from '../usage/dependents.ts'
import { assertAdditive } from './change-schema.ts'
import { assertVersion, type ConfigurationCall, changeAssessment } from './configuration-call.ts'
import { describeObservation, readConfiguration } from './read-configuration.ts'
import { idOf, observationsOf } from './stored-schema.ts'
import { assertFreeName, findObservationUsers } from './uses.ts'

type ObservationPlace = AssessmentPlace & { observationId: string }

/** Returns an observation event with the latest that were received. @throws NotFoundError */
export async function readObservation(
  call: ConfigurationCall,
  { observationId, ...place }: ObservationPlace,
): Promise<ObservationEvent & { uses: AssessmentUse[]; received: ReceivedObservation[] }> {
  const { observations, eventType } = await readConfiguration(call, place)
  const found = observations.find(each => isNamed(each, observationId))
  if (found === undefined) throw new NotFoundError('This assessment has no such observation event.')
  const row = await findAssessment(call.db, call, place)
  const uses = await findNameUses(call.db, call, row, found.apiName)
  return { ...found, uses, received: await loadReceived(call, `${eventType}:${found.apiName}`) }
}

const isNamed = (each: { id?: string | undefined; apiName: string }, name: string): boolean =>
  [each.id, each.apiName].some(own => own?.toLowerCase() === name.toLowerCase())

/** Loads the observations that were received last, in the environment of the call and below. */
async function loadReceived({ db, figures, tree }: ConfigurationCall, type: string): Promise<ReceivedObservation[]> {
  const limit = configurationLimits.received
  const { rows } = await sql<{ at: Date; subject_id: string; status: string | null; environment_id: string }>`
    select one.* from unnest(${[...figures]}::uuid[]) as place(id) cross join lateral (
      select d.at, d.subject_id, d.environment_id, coalesce(d.body -> 'statusDetails' ->> 'statusType',
          d.body -> 'bank' ->> 'status', d.body -> 'chargeback' ->> 'status') as status
        from data_event d where d.environment_id = place.id and strpos(d.event_type, ':') > 0 and d.event_type = ${type}
        order by d.at desc limit ${limit}) as one
    order by one.at desc limit ${limit}`.execute(db)
  return rows.map(row => ({
    at: row.at.toISOString(),
    primaryEventId: row.subject_id,
    status: row.status,
    environment: tree.get(row.environment_id)?.friendlyName ?? '',
  }))
}

/**
 * Adds an observation event; a repeat with the same id and content adds none. @throws ValidationError naming the field,
 * ConflictError for an id with other content
 */
export function createObservation(
  call: ConfigurationCall,
  { observationId: id, body, ...place }: ObservationPlace & { body: ObservationBody },
): Promise<AssessmentConfiguration> {
  return changeAssessment(call, place, async (trx, row) => {
    const stored = observationsOf(row)
    const created = { ...fromBody(body), id, version: 0 }
    const existing = stored.find(each => each.id === id)
    if (existing !== undefined) {
      if (isSameJson(existing, created)) return null
      throw new ConflictError('An observation event with this id already exists.', { reason: 'observation.exists' })
    }
    if (stored.length >= configurationLimits.observations)
      throw new ValidationError(['body'], `At most ${configurationLimits.observations} observation events.`)
    assertNameFree(stored, body.apiName)
    assertValidFields(body.custom, ['body', 'custom'])
    await storeObservations(trx, row, [...stored, created])
    return { before: null, after: { observation: created } }
  })
}

/**
 * Changes an observation event. @throws NotFoundError, ValidationError naming the field, ConflictError after another
 * change, or for another API name while something uses this one
 */
export function saveObservation(
  call: ConfigurationCall,
  { observationId, baseVersion, body, ...place }: ObservationPlace & { baseVersion: number; body: ObservationBody },
): Promise<AssessmentConfiguration> {
  return changeAssessment(call, place, async (trx, row) => {
    const stored = observationsOf(row)
    const before = requireObservation(stored, observationId)
    const { id: _id, version, events: _events, ...former } = describeObservation(before, 0)
    if (isSameJson(former, body)) return null
    assertVersion(version, baseVersion, row)
    if (body.template !== before.template)
      throw new ValidationError(['body', 'template'], 'The template of an observation event cannot change.')
    if (body.apiName !== before.apiName) {
      assertNameFree(
        stored.filter(each => each !== before),
        body.apiName,
      )
      assertFreeName(before.apiName, await findNameUses(trx, call, row, before.apiName))
    }
    assertValidFields(body.custom, ['body', 'custom'])
    assertAdditive(fieldChangesOf(before.custom ?? [], body.custom), ['body'])
    const after: Observation = {
      ...fromBody(body),
      ...(before.id === undefined ? {} : { id: before.id }),
      version: version + 1,
    }
    await storeObservations(
      trx,
      row,
      stored.map(each => (each === before ? after : each)),
    )
    return { before: { observation: before }, after: { observation: after } }
  })
}

/** Deletes an observation event; false when there is none. @throws ConflictError with the names of what uses it */
export async function removeObservation(
  call: ConfigurationCall,
  { observationId, ...place }: ObservationPlace,
): Promise<{ deleted: boolean }> {
  let deleted = false
  await changeAssessment(call, place, async (trx, row) => {
    const stored = observationsOf(row)
    const before = stored.find(each => isNamed(each, observationId))
    if (before === undefined) return null
    assertNoDependents(before.apiName, await findObservationUsers(trx, call.tree, row, before.apiName))
    await storeObservations(
      trx,
      row,
      stored.filter(each => each !== before),
    )
    deleted = true
    return { before: { observation: before }, after: null }
  })
  return { deleted }
}

const fromBody = ({ apiName, name, template, custom }: ObservationBody): Observation => ({
  apiName,
  friendlyName: name,
  template,
  custom,
})

function requireObservation(stored: readonly Observation[], observationId: string): Observation {
  const found = stored.find(each => isNamed({ id: idOf(each), apiName: each.apiName }, observationId))
  if (found === undefined) throw new NotFoundError('This assessment has no such observation event.')
  return found
}

function assertNameFree(others: readonly Observation[], apiName: string): void {
  if (others.some(each => each.apiName.toLowerCase() === apiName.toLowerCase()))
    throw new ValidationError(['body', 'apiName'], 'Another observation event of this assessment has this API name.', {
      code: 'name.taken',
    })
}

async function storeObservations(
  trx: Transaction<Database>,
  row: StoredAssessment,
  observations: readonly Observation[],
): Promise<void> {
  await trx
    .updateTable('assessment')
    .set({ observations: JSON.stringify(observations) })
    .where('id', '=', row.id)
    .execute()
}

/** Returns what names an observation event by its API name: texts, and what was received of it. */
async function findNameUses(
  db: Db,
  { tree }: ConfigurationCall,
  row: StoredAssessment,
  name: string,
): Promise<AssessmentUse[]> {
  const users = await findObservationUsers(db, tree, row, name)
  const { rows } = await sql<{ found: boolean }>`select exists (
    select 1 from data_event d where d.environment_id = any(${scopeOf(tree, row.environment_id)}::uuid[])
      and strpos(d.event_type, ':') > 0 and d.event_type = ${`${row.api_name}:${name}`}) as found`.execute(db)
  return [
    ...users.map(({ resource, name: user, environment }) => ({
      kind: resource === 'velocity' ? ('velocity' as const) : ('rule' as const),
      name: user,
      environment,
    })),
    ...(rows[0]?.found === true
      ? [{ kind: 'events' as const, name: '', environment: tree.get(row.environment_id)?.friendlyName ?? '' }]
      : []),
  ]
}
