import { sql } from 'kysely'
import { secretPlace as callSecretPlace } from '../../engine/calls/call-definition.ts'
import { listSecretPlace } from '../../engine/lists/list-sources.ts'
import { secretPlace as targetSecretPlace } from '../../features/alerts/delivery/secret-place.ts'
import { modelKeyPlace } from '../../features/assistant/settings/settings.ts'
import { reportKeyPlace } from '../../features/dual-runs/signing/report-signer.ts'
import {
  credentialPlace,
  secretPlace as subscriptionSecretPlace,
} from '../../features/event-tracing/delivery/secret-place.ts'
import { mapKeyPlace } from '../../features/map-tiles/map-provider.ts'
import { instrumentKeyPlace, instrumentKeySetting } from '../../http/node/retail/instrument-hash.ts'
import type { Db } from '../../ports/database.ts'

/** A stored text that is encrypted with the secret key of the installation. */
interface SealedText {
  /** What it is, for the report of the command. */
  kind: string
  /** The place that it is encrypted for. */
  place: string
  sealed: string
  /** Stores it encrypted anew, where nobody has changed it meanwhile. @returns the number of rows that it replaced */
  replace: (next: string) => Promise<bigint>
}

type Source = (db: Db) => Promise<SealedText[]>

const callSecrets: Source = async db => {
  const rows = await db.selectFrom('external_call').select(['id', 'environment_id', 'secrets']).execute()
  return rows.flatMap(({ id, environment_id, secrets }) =>
    Object.entries(secrets as Record<string, string>).map(([place, sealed]) => ({
      kind: 'external calls',
      place: callSecretPlace(environment_id, id, place),
      sealed,
      replace: async next =>
        (
          await db
            .updateTable('external_call')
            .set({ secrets: sql`jsonb_set(secrets, array[${place}]::text[], to_jsonb(${next}::text))` })
            .where('environment_id', '=', environment_id)
            .where('id', '=', id)
            .where(sql<boolean>`secrets ->> ${place} = ${sealed}`)
            .executeTakeFirst()
        ).numUpdatedRows,
    })),
  )
}

const listSecrets: Source = async db => {
  const rows = await db
    .selectFrom('list_source')
    .innerJoin('list', 'list.id', 'list_source.list_id')
    .select(['list_source.list_id', 'list.environment_id', 'list_source.secret'])
    .where('list_source.secret', 'is not', null)
    .execute()
  return rows.map(({ list_id, environment_id, secret }) => ({
    kind: 'database lists',
    place: listSecretPlace(environment_id, list_id),
    sealed: secret ?? '',
    replace: async next =>
      (
        await db
          .updateTable('list_source')
          .set({ secret: next })
          .where('list_id', '=', list_id)
          .where('secret', '=', secret)
          .executeTakeFirst()
      ).numUpdatedRows,
  }))
}

const targetSecrets: Source = async db => {
  const rows = await db.selectFrom('alert_target').select(['id', 'secret']).where('secret', 'is not', null).execute()
  return rows.map(({ id, secret }) => ({
    kind: 'alert targets',
    place: targetSecretPlace(id),
    sealed: secret ?? '',
    replace: async next =>
      (
        await db
          .updateTable('alert_target')
          .set({ secret: next })
          .where('id', '=', id)
          .where('secret', '=', secret)
          .executeTakeFirst()
      ).numUpdatedRows,
  }))
}

const subscriptionSecrets =
  (column: 'secret' | 'previous_secret' | 'credential', placeOf: (id: string) => string): Source =>
  async db => {
    const rows = await db
      .selectFrom('event_subscription')
      .select(['id', column])
      .where(column, 'is not', null)
      .execute()
    return rows.map(row => ({
      kind: 'event subscriptions',
      place: placeOf(row.id),
      sealed: row[column] ?? '',
      replace: async next =>
        (
          await db
            .updateTable('event_subscription')
            .set({ [column]: next })
            .where('id', '=', row.id)
            .where(column, '=', row[column])
            .executeTakeFirst()
        ).numUpdatedRows,
    }))
  }

/** A field of a setting; `placeOf` gets the scope of the setting. */
const settingSecrets =
  (kind: string, key: string, field: string, placeOf: (scope: string) => string): Source =>
  async db => {
    const rows = await db
      .selectFrom('setting')
      .select(['scope', sql<string | null>`value ->> ${field}`.as('sealed')])
      .where('key', '=', key)
      .where(sql<boolean>`value ->> ${field} is not null`)
      .execute()
    return rows.map(({ scope, sealed }) => ({
      kind,
      place: placeOf(scope),
      sealed: sealed ?? '',
      replace: async next =>
        (
          await db
            .updateTable('setting')
            .set({ value: sql`jsonb_set(value, array[${field}]::text[], to_jsonb(${next}::text))` })
            .where('scope', '=', scope)
            .where('key', '=', key)
            .where(sql<boolean>`value ->> ${field} = ${sealed}`)
            .executeTakeFirst()
        ).numUpdatedRows,
    }))
  }

/** Everything that is encrypted with the secret key, but the signing keys (`kernel/identity/signing-keys.ts`). */
export const sealedTextSources: readonly Source[] = [
  callSecrets,
  listSecrets,
  targetSecrets,
  subscriptionSecrets('secret', subscriptionSecretPlace),
  subscriptionSecrets('previous_secret', subscriptionSecretPlace),
  subscriptionSecrets('credential', credentialPlace),
  settingSecrets('map providers', 'mapProvider', 'sealedKey', mapKeyPlace),
  settingSecrets('assistant models', 'assistant', 'sealedKey', modelKeyPlace),
  settingSecrets('report keys', 'reports.key', 'sealed', () => reportKeyPlace),
  settingSecrets('retail instrument keys', instrumentKeySetting, 'sealed', instrumentKeyPlace),
]
