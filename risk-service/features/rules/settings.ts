import { sql } from 'kysely'
import { productionBranch, type RuleSettings } from '../../contract/index.ts'
import { auditChange } from '../../kernel/audit.ts'
import { environmentChain } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import type { Db } from '../../ports/database.ts'
import { lockAssessment, raiseConfigurationVersion } from '../assessments/assessment-settings.ts'
import type { RuleActionContext } from './rule-action-context.ts'
import { requireAssessment } from './rule-validation.ts'
import { type RuleReader } from './rules.ts'

const payloadLimit = 1024 * 1024

export interface StoredRuleSettings {
  evaluation: 'all' | 'first'
  payload: Record<string, unknown> | null
  version: number
  promotions: number
  updated_by: string | null
  updated_by_name: string | null
  updated_at: Date | null
}
const defaultSettings: StoredRuleSettings = {
  evaluation: 'all',
  payload: null,
  version: 0,
  promotions: 0,
  updated_by: null,
  updated_by_name: null,
  updated_at: null,
}

export async function findRuleSettings(db: Db, environmentId: string, eventType: string): Promise<StoredRuleSettings> {
  const row = await db
    .selectFrom('rule_setting')
    .select(['evaluation', 'payload', 'version', 'promotions', 'updated_by', 'updated_by_name', 'updated_at'])
    .where('environment_id', '=', environmentId)
    .where('event_type', '=', eventType)
    .executeTakeFirst()
  return row ?? defaultSettings
}

/**
 * Loads the settings of an assessment, and the environments whose rules run with them. @throws NotFoundError for an
 * unknown assessment
 */
export async function loadRuleSettings(
  db: Db,
  reader: RuleReader,
  engine: RuleActionContext['engine'],
  eventType: string,
): Promise<RuleSettings> {
  const assessment = requireAssessment(engine, reader.environmentId, eventType)
  const own = await findRuleSettings(db, reader.environmentId, eventType)
  const chain = environmentChain(reader)
  const [rows, counts] = await Promise.all([
    db
      .selectFrom('rule_setting')
      .select(['environment_id', 'evaluation'])
      .where('environment_id', 'in', chain)
      .where('event_type', '=', eventType)
      .execute(),
    db
      .selectFrom('rule')
      .select(select => ['environment_id', select.fn.countAll<number>().as('rules')])
      .where('environment_id', 'in', chain)
      .where('event_type', '=', eventType)
      .where('type', '=', 'decision')
      .where('branch', '=', productionBranch)
      .where('status', '=', 'active')
      .groupBy('environment_id')
      .execute(),
  ])
  const first = new Set(rows.flatMap(row => (row.evaluation === 'first' ? [row.environment_id] : [])))
  const end = chain.findIndex(id => first.has(id))
  return {
    eventType,
    evaluation: own.evaluation,
    payload: own.payload ?? assessment.payload,
    payloadEdited: own.payload !== null,
    version: own.version,
    updatedBy: own.updated_by_name,
    updatedAt: own.updated_at?.toISOString() ?? null,
    chain: chain.map((id, index) => ({
      environmentId: id,
      name: reader.tree.get(id)?.friendlyName ?? '',
      evaluation: first.has(id) ? ('first' as const) : ('all' as const),
      activeRules: Number(counts.find(row => row.environment_id === id)?.rules ?? 0),
      reached: end < 0 || index <= end,
    })),
  }
}

export interface RuleSettingsChange {
  evaluation?: 'all' | 'first'
  payload?: Record<string, unknown> | null
}

/** Changes a setting. A repeat after a success changes nothing. @throws ConflictError when another user was faster */
export async function saveRuleSettings(
  publisher: RuleActionContext,
  eventType: string,
  change: RuleSettingsChange,
  baseVersion: number,
): Promise<void> {
  const { ports, principal, environmentId } = publisher
  requireAssessment(publisher.engine, environmentId, eventType)
  await ports.db.transaction().execute(async trx => {
    await lockAssessment(trx, environmentId, eventType)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rule settings ${environmentId} ${eventType}`}, 0))`.execute(
      trx,
    )
    const before = await findRuleSettings(trx, environmentId, eventType)
    if (before.version !== baseVersion) {
      if (before.version === baseVersion + 1 && before.updated_by === principal.id && isSameSettings(before, change))
        return
      throw createVersionConflict('The settings were changed meanwhile.', {
        version: before.version,
        changedBy: before.updated_by_name,
        changedAt: before.updated_at,
      })
    }
    await saveRuleSettingsIn(trx, publisher, eventType, change)
  })
  await publisher.engine.reloadRules(environmentId)
}

const isSameSettings = (
  stored: StoredRuleSettings,
  { evaluation = stored.evaluation, payload = stored.payload }: RuleSettingsChange,
): boolean => evaluation === stored.evaluation && isSameJson(payload, stored.payload)

/**
 * Saves settings in the caller's transaction, over any stored version. Returns false without a change.
 * @param counted whether it is a change of the configuration of the assessment; not while that is being created
 */
export async function saveRuleSettingsIn(
  trx: Db,
  publisher: RuleActionContext,
  eventType: string,
  change: RuleSettingsChange,
  counted = true,
): Promise<boolean> {
  const { ports, principal, environmentId } = publisher
  await lockAssessment(trx, environmentId, eventType)
  const before = await findRuleSettings(trx, environmentId, eventType)
  if (isSameSettings(before, change)) return false
  const { evaluation = before.evaluation, payload = before.payload } = change
  const text = payload === null ? null : JSON.stringify(payload)
  if (text !== null && new TextEncoder().encode(text).length > payloadLimit)
    throw new ValidationError(['payload'], 'The payload sample may have at most 1 MiB.')
  const values = {
    evaluation,
    payload: text,
    version: before.version + 1,
    updated_by: principal.id,
    updated_by_name: principal.name,
    updated_at: ports.clock(),
  }
  await trx
    .insertInto('rule_setting')
    .values({ ...values, environment_id: environmentId, event_type: eventType })
    .onConflict(conflict => conflict.columns(['environment_id', 'event_type']).doUpdateSet(values))
    .execute()
  // The evaluation is part of the configuration of an assessment; the payload is not.
  if (counted && evaluation !== before.evaluation) await raiseConfigurationVersion(trx, environmentId, eventType)
  await auditChange(
    trx,
    publisher,
    { type: 'RuleSettings', id: eventType, name: eventType },
    {
      operation: 'Update',
      before: { evaluation: before.evaluation, payload: before.payload },
      after: { evaluation, payload },
    },
  )
  return true
}
