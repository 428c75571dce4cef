import { sql, type Kysely } from 'kysely'
import { productionBranch, type RuleBody, type RuleType } from '../contract/index.ts'
import { supportLists, type SupportListId } from '../contract/list-rules.ts'
import type { Database } from '../store/schema.ts'
import type { AssessmentSettings, EnvironmentConfig } from './model.ts'

/** What an environment decides by, with the ids that its parts have in the store. Branches other than production are no part of it. */
export interface StoredConfig extends EnvironmentConfig {
  ruleIds: ReadonlyMap<EnvironmentConfig['rules'][number], string>
  listIds: ReadonlyMap<EnvironmentConfig['customLists'][number], string>
}

/** Reads all of it at one moment. @param unpack opens the packed file of a list */
export async function readEnvironment(db: Kysely<Database>, environmentId: string, now: Date, unpack: (bytes: Uint8Array) => Promise<Uint8Array>): Promise<StoredConfig> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(async trx => {
    const rules = await trx.selectFrom('rule').select(['id', 'type', 'event_type', 'status', 'body']).where('environment_id', '=', environmentId)
      .where('branch', '=', productionBranch).orderBy(sql`case type when 'routing' then '' else event_type end`).orderBy('type').orderBy('position').orderBy('id').execute()
    const settings = await trx.selectFrom('rule_setting').select(['event_type', 'evaluation', 'payload']).where('environment_id', '=', environmentId).execute()
    const lists = await trx.selectFrom('list').innerJoin('list_version', join => join.onRef('list_version.list_id', '=', 'list.id').onRef('list_version.version', '=', 'list.version'))
      .select(['list.id', 'list.name', 'list.description', 'list_version.content']).where('environment_id', '=', environmentId).orderBy(sql`lower(name)`).execute()
    const entries = await trx.selectFrom('support_entry').select(['list', 'value', 'status', 'reason', 'comments', 'expires_at']).where('environment_id', '=', environmentId)
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])).orderBy('key').execute()
    const ruleIds = new Map<EnvironmentConfig['rules'][number], string>()
    const listIds = new Map<EnvironmentConfig['customLists'][number], string>()
    for (const row of rules) {
      ruleIds.set({ assessment: row.event_type, type: row.type as RuleType, status: row.status, body: row.body as RuleBody }, row.id)
    }
    for (const { id, name, description, content } of lists) {
      listIds.set({ name, description, csv: content === null ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await unpack(content)) }, id)
    }
    return {
      settings: Object.fromEntries(settings.map(({ event_type, evaluation, payload }): [string, AssessmentSettings] => [
        event_type, { ...(evaluation === 'all' ? {} : { evaluation }), ...(payload === null ? {} : { payload: payload as Record<string, unknown> }) },
      ])),
      rules: [...ruleIds.keys()], customLists: [...listIds.keys()],
      supportLists: [...Map.groupBy(entries, ({ list }) => list)].map(([list, own]) => ({
        name: supportLists[list as SupportListId].name,
        entries: own.map(({ value, status, reason, comments, expires_at }) => ({ value, status, reason, comments, expires: expires_at?.toISOString() ?? null })),
      })),
      ruleIds, listIds,
    }
  })
}
