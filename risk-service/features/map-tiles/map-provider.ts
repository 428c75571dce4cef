import { type MapLayer, mapLayers, tileAddress } from '../../contract/maps/map-provider-definitions.ts'
import type { MapProvider } from '../../contract/maps/map-provider-inputs.ts'
import type { MapKeyChange, StoredMapProvider } from '../../contract/maps/maps.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { ConsoleContext, EnvironmentContext } from '../../kernel/console-api/context.ts'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { NotFoundError, ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { lockProvider, type ProviderRecord, readProvider, writeProvider } from './store.ts'

type MapContext = Pick<ConsoleContext, 'ports' | 'db' | 'principal' | 'tree' | 'correlationId' | 'calls'> &
  Pick<EnvironmentContext, 'actorRoles'>

/** Refuses an environment that is not a root: its provider serves all environments below it. */
function assertRoot(tree: EnvironmentTree, environmentId: string): void {
  if (rootIdOf(tree, environmentId) !== environmentId)
    throw new ValidationError(['environmentId'], 'A provider of map tiles belongs to a root environment.')
}

const shownProvider = ({ version, enabled, road, aerial, sealedKey }: ProviderRecord): StoredMapProvider => ({
  version,
  enabled,
  road,
  aerial,
  hasKey: sealedKey !== null,
})

/** The place that a key is encrypted for. */
export const mapKeyPlace = (rootId: string): string => `map-provider/${rootId}/key`

/** Returns the provider of a root environment without its key. */
export async function loadProvider(
  { db, tree }: Pick<MapContext, 'db' | 'tree'>,
  environmentId: string,
): Promise<StoredMapProvider> {
  assertRoot(tree, environmentId)
  return shownProvider(await readProvider(db, environmentId))
}

/** Returns the pictures that a provider offers to an environment: those of its root, none while it is switched off. */
export async function loadLayers({ db, tree }: Pick<MapContext, 'db' | 'tree'>, environmentId: string) {
  const provider = await readProvider(db, rootIdOf(tree, environmentId))
  return mapLayers.flatMap(layer => {
    const settings = provider[layer]
    return provider.enabled && settings !== null ? [{ layer, attribution: settings.attribution }] : []
  })
}

/**
 * Loads one tile from the provider. Nothing is told to it but the tile: neither the user nor any address of an event.
 * @returns Base64; null when the provider does not deliver a picture
 * @throws NotFoundError when no such picture is configured
 */
export async function loadTile(
  { db, tree, calls }: Pick<MapContext, 'db' | 'tree' | 'calls'>,
  { environmentId, layer, z, x, y }: { environmentId: string; layer: MapLayer; z: number; x: number; y: number },
): Promise<string | null> {
  const rootId = rootIdOf(tree, environmentId)
  const { enabled, sealedKey, [layer]: settings } = await readProvider(db, rootId)
  if (!enabled || settings === null) throw new NotFoundError('No provider delivers this picture.')
  const key = sealedKey === null ? '' : await calls.decrypt(mapKeyPlace(rootId), sealedKey).catch(() => null)
  // Encrypted with another key of the installation: it has to be entered again.
  if (key === null) return null
  const bytes = await calls.fetchPicture(tileAddress(settings.url, { z: `${z}`, x: `${x}`, y: `${y}`, key }))
  return bytes === null ? null : Buffer.from(bytes).toString('base64')
}

interface ProviderChange {
  environmentId: string
  baseVersion: number
  provider: MapProvider
  key: MapKeyChange
}

/**
 * Replaces the provider of a root environment. A request with the stored settings changes nothing.
 * @throws ValidationError naming the field: an address that may not be called, or a missing key
 */
export async function saveProvider(
  call: MapContext,
  { environmentId, baseVersion, provider, key }: ProviderChange,
): Promise<StoredMapProvider> {
  const { ports, principal, tree, correlationId, actorRoles, calls } = call
  assertRoot(tree, environmentId)
  assertAddresses(provider, calls.addressIssue)
  if (provider.enabled && provider.road === null && provider.aerial === null)
    throw new ValidationError(['provider', 'road'], 'Give the address of a picture, or switch the provider off.')
  return call.db.transaction().execute(async trx => {
    await lockProvider(trx, environmentId)
    const stored = await readProvider(trx, environmentId)
    assertKey(provider, key, stored)
    const sealedKey =
      key === null
        ? null
        : 'value' in key
          ? await calls.encrypt(mapKeyPlace(environmentId), key.value)
          : stored.sealedKey
    const { version, ...before } = stored
    const next = { ...provider, sealedKey }
    if (isSameJson(before, next)) return shownProvider(stored)
    if (version !== baseVersion)
      throw createVersionConflict('Somebody else changed the provider meanwhile.', { version })
    const saved = { ...next, version: version + 1 }
    await writeProvider(trx, environmentId, saved)
    await auditChange(
      trx,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'MapProvider', id: environmentId, name: tree.get(environmentId)?.name ?? '' },
      {
        operation: version === 0 ? 'Create' : 'Update',
        before: version === 0 ? null : auditSnapshot(stored),
        after: { ...auditSnapshot(saved), ...(key !== null && 'value' in key ? { keyChanged: true } : {}) },
      },
    )
    return shownProvider(saved)
  })
}

const usedLayers = (provider: MapProvider) =>
  mapLayers.flatMap(layer => {
    const settings = provider[layer]
    return settings === null ? [] : [{ layer, url: settings.url }]
  })
const originOf = (url: string): string => new URL(tileAddress(url, { z: '0', x: '0', y: '0', key: '' })).origin

function assertAddresses(provider: MapProvider, addressIssue: (url: string) => string | null): void {
  for (const { layer, url } of usedLayers(provider)) {
    const issue = addressIssue(url)
    if (issue !== null) throw new ValidationError(['provider', layer, 'url'], issue)
  }
}

/** A stored key goes only to the hosts that it was entered for. */
function assertKey(provider: MapProvider, key: MapKeyChange, stored: ProviderRecord): void {
  const layers = usedLayers(provider)
  const isStoredKey = key !== null && 'stored' in key
  if (layers.some(({ url }) => url.includes('{key}')) && (key === null || (isStoredKey && stored.sealedKey === null)))
    throw new ValidationError(['key'], 'The address has {key}: give a key.')
  if (!isStoredKey || stored.sealedKey === null) return
  const origins = usedLayers(stored).map(({ url }) => originOf(url))
  if (layers.some(({ url }) => url.includes('{key}') && !origins.includes(originOf(url))))
    throw new ValidationError(['key'], 'The address has another host: give the key again.')
}

/** Returns a provider for the audit log: of its key only whether there is one. */
const auditSnapshot = ({ enabled, road, aerial, sealedKey }: ProviderRecord) => ({
  enabled,
  road,
  aerial,
  hasKey: sealedKey !== null,
})
