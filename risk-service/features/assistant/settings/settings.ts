import type { AssistantSettings, ModelKeyChange, StoredAssistantSettings } from '../../../contract/index.ts'
import { levelIn } from '../../../kernel/access/authorize.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { ConflictError, ValidationError } from '../../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import { lockSettings, readSettings, type SettingsRecord, writeSettings } from './store.ts'

type SettingsContext = Pick<
  EnvironmentCallContext,
  'ports' | 'db' | 'principal' | 'tree' | 'correlationId' | 'calls' | 'actorRoles' | 'live'
>

/** The place that the key of a model is encrypted for. */
export const modelKeyPlace = (tenantId: string): string => `assistant/${tenantId}/model-key`

/** Whether the caller may write the settings of the whole tenant: in each of its root environments. */
function mayChange({ principal, tree }: Pick<SettingsContext, 'principal' | 'tree'>): boolean {
  const roots = [...tree.values()].filter(({ parentId }) => parentId === null)
  return roots.every(({ id }) => levelIn(principal, id, 'admin.configuration', tree) === 'write')
}

const shownSettings = (
  { version, enabled, model, sealedKey }: SettingsRecord,
  isChangeable: boolean,
): StoredAssistantSettings => ({ version, enabled, model, hasKey: sealedKey !== null, mayChange: isChangeable })

/** Loads the settings of the tenant, without the key of the model. */
export async function loadSettings(
  call: Pick<SettingsContext, 'db' | 'principal' | 'tree'>,
): Promise<StoredAssistantSettings> {
  return shownSettings(await readSettings(call.db, call.principal.tenantId), mayChange(call))
}

/** Whether the tenant has the assistant, and whether a model phrases its answers. */
export async function loadAvailability({
  db,
  principal,
}: Pick<SettingsContext, 'db' | 'principal'>): Promise<{ enabled: boolean; model: boolean }> {
  const { enabled, model } = await readSettings(db, principal.tenantId)
  return { enabled, model: enabled && model !== null }
}

interface SettingsChange {
  environmentId: string
  baseVersion: number
  settings: AssistantSettings
  key: ModelKeyChange
}

/**
 * Replaces the settings of the tenant, and tells its open consoles. A request with the stored settings changes nothing.
 * @throws ConflictError without the right in every root environment, or after another change
 * @throws ValidationError naming the field: an address that may not be called, or a key of another host
 */
export async function saveSettings(
  call: SettingsContext,
  { environmentId, baseVersion, settings, key }: SettingsChange,
): Promise<StoredAssistantSettings> {
  const { ports, principal, correlationId, actorRoles, calls } = call
  const { tenantId } = principal
  if (!mayChange(call))
    throw new ConflictError('The assistant is switched for the whole organization: its administrators change this.', {
      reason: 'assistant.tenantRight',
    })
  const issue = settings.model === null ? null : calls.addressIssue(settings.model.address)
  if (issue !== null) throw new ValidationError(['settings', 'model', 'address'], issue)
  let hasChanged = false
  const saved = await call.db.transaction().execute(async trx => {
    await lockSettings(trx, tenantId)
    const stored = await readSettings(trx, tenantId)
    assertKey(settings, key, stored)
    const sealedKey = await sealedKeyOf(call, key, stored, settings)
    const { version, ...before } = stored
    const next = { ...settings, sealedKey }
    if (isSameJson(before, next)) return stored
    if (version !== baseVersion)
      throw createVersionConflict('Somebody else changed the assistant meanwhile.', { version })
    const changed = { ...next, version: version + 1 }
    await writeSettings(trx, tenantId, changed)
    hasChanged = true
    await auditChange(
      trx,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'Assistant', id: tenantId, name: 'Assistant' },
      {
        operation: version === 0 ? 'Create' : 'Update',
        before: version === 0 ? null : auditSnapshot(stored),
        after: { ...auditSnapshot(changed), ...(key !== null && 'value' in key ? { keyChanged: true } : {}) },
      },
    )
    return changed
  })
  if (hasChanged)
    call.live.publish({
      event: { kind: 'assistant' },
      supersedes: `assistant ${tenantId}`,
      audience: { tenantId, environmentId: null, capability: null },
    })
  return shownSettings(saved, true)
}

function sealedKeyOf(
  { calls, principal }: SettingsContext,
  key: ModelKeyChange,
  stored: SettingsRecord,
  { model }: AssistantSettings,
): Promise<string | null> | string | null {
  if (key === null || model === null) return null
  return 'value' in key ? calls.encrypt(modelKeyPlace(principal.tenantId), key.value) : stored.sealedKey
}

/** A stored key goes only to the host that it was entered for. */
function assertKey({ model }: AssistantSettings, key: ModelKeyChange, stored: SettingsRecord): void {
  if (model === null || key === null || 'value' in key || stored.sealedKey === null) return
  const before = stored.model === null ? null : new URL(stored.model.address).origin
  if (before !== new URL(model.address).origin)
    throw new ValidationError(['key'], 'The address has another host: give the key again.')
}

/** Returns settings for the audit log: of the key only whether there is one. */
const auditSnapshot = ({ enabled, model, sealedKey }: SettingsRecord) => ({
  enabled,
  model,
  hasKey: sealedKey !== null,
})
