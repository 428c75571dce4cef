import { sql, type Kysely } from 'kysely'
import { supportLists, type SupportListId } from '../contract/list-rules.ts'
import { rulesOfEnvironment } from '../rules/environment-rules.ts'
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
    const { rules, settings } = await rulesOfEnvironment(trx, environmentId)
    const lists = await trx.selectFrom('list').innerJoin('list_version', join => join.onRef('list_version.list_id', '=', 'list.id').onRef('list_version.version', '=', 'list.version'))
      .select(['list.id', 'list.name', 'list.description', 'list_version.content']).where('environment_id', '=', environmentId).orderBy(sql`lower(name)`).execute()
    const entries = await trx.selectFrom('support_entry').select(['list', 'value', 'status', 'reason', 'comments', 'expires_at']).where('environment_id', '=', environmentId)
      .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])).orderBy('key').execute()
    const ruleIds = new Map<EnvironmentConfig['rules'][number], string>()
    const listIds = new Map<EnvironmentConfig['customLists'][number], string>()
    for (const row of rules) {
      ruleIds.set({ assessment: row.event_type, type: row.type, status: row.status, body: row.body }, row.id)
    }
    for (const { id, name, description, content } of lists) {
      listIds.set({ name, description, csv: content === null ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await unpack(content)) }, id)
    }
    return {
      settings: Object.fromEntries(settings.map(({ eventType, evaluation, payload }): [string, AssessmentSettings] => [
        eventType, { ...(evaluation === 'all' ? {} : { evaluation }), ...(payload === null ? {} : { payload }) },
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
