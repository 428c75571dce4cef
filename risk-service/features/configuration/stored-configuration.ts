import { sql } from 'kysely'
import { defined } from '../../contract/defined.ts'
import type { ExternalAssessmentBody } from '../../contract/external-calls/external-assessment-inputs.ts'
import { type FunctionBody, systemQueue, type VelocitySetBody } from '../../contract/index.ts'
import { listConnectionSchema } from '../../contract/lists/database-list-inputs.ts'
import { type SupportListId, supportLists } from '../../contract/lists/list-definitions.ts'
import { encryptedSecrets, parseCallBody } from '../../engine/calls/call-definition.ts'
import type { Db } from '../../ports/database.ts'
import { loadEnvironmentRules } from '../rules/environment-rules.ts'
import type { AssessmentSettings, ConfigDatabaseList, ConfigExternalAssessment, EnvironmentConfig } from './model.ts'

/**
 * The configuration of an environment, with the ids of its parts in the store. Branches other than production are not
 * part of it.
 */
export interface StoredConfig extends EnvironmentConfig {
  ruleIds: ReadonlyMap<EnvironmentConfig['rules'][number], string>
  listIds: ReadonlyMap<EnvironmentConfig['customLists'][number], string>
  setIds: ReadonlyMap<EnvironmentConfig['velocitySets'][number], string>
  functionIds: ReadonlyMap<EnvironmentConfig['functions'][number], string>
  /** `secrets`: the stored ones, encrypted, by their position in the call. */
  callIds: ReadonlyMap<
    EnvironmentConfig['externalCalls'][number],
    { id: string; secrets: Readonly<Record<string, string>> }
  >
  pointerIds: ReadonlyMap<ConfigExternalAssessment, string>
  /** `secret`: whether its connection string is stored. */
  sourceIds: ReadonlyMap<EnvironmentConfig['sourceLists'][number], { id: string; version: number; secret: boolean }>
}

/** Returns the queues that routing rules can name: the system's, and those of the environment. */
export async function loadQueues(db: Db, environmentId: string): Promise<string[]> {
  const queues = await db
    .selectFrom('case_queue')
    .select('name')
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'User')
    .execute()
  return [systemQueue, ...queues.map(({ name }) => name)]
}

/** Reads the whole configuration at one moment. @param unpack opens the packed file of a list */
export async function loadConfiguration(
  db: Db,
  environmentId: string,
  now: Date,
  unpack: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<StoredConfig> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const { rules, settings } = await loadEnvironmentRules(trx, environmentId)
      const lists = await trx
        .selectFrom('list')
        .innerJoin('list_version', join =>
          join.onRef('list_version.list_id', '=', 'list.id').onRef('list_version.version', '=', 'list.version'),
        )
        .select(['list.id', 'list.name', 'list.description', 'list_version.content'])
        .where('environment_id', '=', environmentId)
        .orderBy(sql`lower(name)`)
        .execute()
      const sources = await trx
        .selectFrom('list')
        .innerJoin('list_source', 'list_source.list_id', 'list.id')
        .select([
          'list.id',
          'list.name',
          'list.description',
          'list.columns',
          'list.version',
          'list_source.connection',
          'list_source.secret',
        ])
        .where('environment_id', '=', environmentId)
        .orderBy(sql`lower(name)`)
        .execute()
      const sourceIds = new Map(
        sources.map(
          ({
            id,
            name,
            description,
            columns,
            version,
            connection,
            secret,
          }): [ConfigDatabaseList, { id: string; version: number; secret: boolean }] => [
            { name, description, columns, connection: listConnectionSchema.parse(connection) },
            { id, version, secret: secret !== null },
          ],
        ),
      )
      const entries = await trx
        .selectFrom('support_entry')
        .select(['list', 'value', 'status', 'reason', 'comments', 'expires_at'])
        .where('environment_id', '=', environmentId)
        .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('key')
        .execute()
      const sets = await trx
        .selectFrom('velocity_set')
        .select(['id', 'status', 'body'])
        .where('environment_id', '=', environmentId)
        .orderBy(sql`lower(name)`)
        .execute()
      const functions = await trx
        .selectFrom('function')
        .select(['id', 'body'])
        .where('environment_id', '=', environmentId)
        .orderBy(sql`lower(name)`)
        .execute()
      const setIds = new Map(sets.map(({ id, status, body }) => [{ status, body: body as VelocitySetBody }, id]))
      const functionIds = new Map(functions.map(({ id, body }) => [body as FunctionBody, id]))
      const calls = await trx
        .selectFrom('external_call')
        .select(['id', 'body', 'secrets'])
        .where('environment_id', '=', environmentId)
        .orderBy(sql`lower(name)`)
        .execute()
      const pointers = await trx
        .selectFrom('external_assessment')
        .select(['id', 'body'])
        .where('environment_id', '=', environmentId)
        .orderBy(sql`lower(name)`)
        .execute()
      const paths = await loadRootPaths(trx, environmentId)
      const callIds = new Map(calls.map(row => [parseCallBody(row), { id: row.id, secrets: encryptedSecrets(row) }]))
      const pointerIds = new Map(
        pointers.map((row): [ConfigExternalAssessment, string] => {
          const { name, description, target } = row.body as ExternalAssessmentBody
          const environment =
            target.environmentId === paths.own
              ? undefined
              : (paths.names.get(target.environmentId) ?? target.environmentId)
          return [
            {
              name,
              description,
              target: { assessment: target.eventType, ...defined({ environment }) },
            },
            row.id,
          ]
        }),
      )
      const ruleIds = new Map<EnvironmentConfig['rules'][number], string>()
      const listIds = new Map<EnvironmentConfig['customLists'][number], string>()
      for (const row of rules) {
        ruleIds.set({ assessment: row.event_type, type: row.type, status: row.status, body: row.body }, row.id)
      }
      for (const { id, name, description, content } of lists) {
        listIds.set(
          {
            name,
            description,
            csv: content === null ? '' : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await unpack(content)),
          },
          id,
        )
      }
      return {
        settings: Object.fromEntries(
          settings.map(({ eventType, evaluation, payload }): [string, AssessmentSettings] => [
            eventType,
            { ...(evaluation === 'all' ? {} : { evaluation }), ...(payload === null ? {} : { payload }) },
          ]),
        ),
        velocitySets: [...setIds.keys()],
        functions: [...functionIds.keys()],
        externalCalls: [...callIds.keys()],
        externalAssessments: [...pointerIds.keys()],
        rules: [...ruleIds.keys()],
        customLists: [...listIds.keys()],
        sourceLists: [...sourceIds.keys()],
        supportLists: [...Map.groupBy(entries, ({ list }) => list)].map(([list, own]) => ({
          name: supportLists[list as SupportListId].name,
          entries: own.map(({ value, status, reason, comments, expires_at }) => ({
            value,
            status,
            reason,
            comments,
            expires: expires_at?.toISOString() ?? null,
          })),
        })),
        ruleIds,
        listIds,
        setIds,
        functionIds,
        callIds,
        pointerIds,
        sourceIds,
      }
    })
}

/** Returns the root environments of a tenant by id, whose assessments can be called, and the root of an environment. */
export async function loadRootPaths(
  db: Db,
  environmentId: string,
): Promise<{ own: string; names: ReadonlyMap<string, string> }> {
  const rows = await db
    .selectFrom('environment')
    .select(['id', 'parent_id', 'name', 'tenant_id'])
    // An environment during the application of its template is not Active yet.
    .where(({ eb, or }) => or([eb('status', '=', 'Active'), eb('id', '=', environmentId)]))
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  let own = environmentId
  for (let parent = byId.get(own)?.parent_id; parent != null && byId.has(parent); parent = byId.get(own)?.parent_id)
    own = parent
  const tenant = byId.get(environmentId)?.tenant_id
  return {
    own,
    names: new Map(
      rows.filter(row => row.parent_id === null && row.tenant_id === tenant).map(row => [row.id, row.name]),
    ),
  }
}
