import type { BuiltInTiles, ExternalTile, TileDefinition } from '../../contract/index.ts'
import { auditChange } from '../../kernel/audit.ts'
import type { ConsoleContext, EnvironmentContext } from '../../kernel/console-api/context.ts'
import { type EnvironmentTree, rootIdOf } from '../../kernel/environments/environment-tree.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { lockTiles, readDefinition, writeDefinition } from './store.ts'

export type TileActionContext = Pick<ConsoleContext, 'ports' | 'db' | 'principal' | 'tree' | 'correlationId'> &
  Pick<EnvironmentContext, 'actorRoles'>

/**
 * Returns the tiles that the caller's roles in this environment show on its dashboard: those of the root, as in all
 * environments below it.
 */
export async function loadTiles(
  { db, tree, actorRoles }: Pick<TileActionContext, 'db' | 'tree' | 'actorRoles'>,
  environmentId: string,
): Promise<{ tiles: Omit<ExternalTile, 'roles'>[]; builtIn: BuiltInTiles }> {
  const { tiles, builtIn } = await readDefinition(db, rootIdOf(tree, environmentId))
  const seen = tiles.filter(({ roles }) => roles.length === 0 || roles.some(role => actorRoles.includes(role)))
  return { tiles: seen.map(({ roles: _roles, ...tile }) => tile), builtIn }
}

/** Refuses an environment that is not a root: tiles belong to root environments. */
function assertRoot(tree: EnvironmentTree, environmentId: string): void {
  if (rootIdOf(tree, environmentId) !== environmentId)
    throw new ValidationError(['environmentId'], 'Tiles belong to a root environment.')
}

export async function loadTileDefinition(
  { db, tree }: Pick<TileActionContext, 'db' | 'tree'>,
  environmentId: string,
): Promise<TileDefinition> {
  assertRoot(tree, environmentId)
  return readDefinition(db, environmentId)
}

export interface TileChange {
  environmentId: string
  baseVersion: number
  tiles: ExternalTile[]
  builtIn: BuiltInTiles
}

/**
 * Replaces all tiles of a root. A request with the stored tiles changes nothing, so that a repeat after a lost answer
 * is harmless.
 */
export async function saveTiles(
  call: TileActionContext,
  { environmentId, baseVersion, tiles, builtIn }: TileChange,
): Promise<TileDefinition> {
  const { ports, principal, tree, correlationId, actorRoles } = call
  assertRoot(tree, environmentId)
  const twice = tiles.findIndex(({ id }, index) => tiles.findIndex(other => other.id === id) < index)
  if (twice >= 0) throw new ValidationError(['tiles', twice, 'id'], 'Every tile needs its own id.')
  return call.db.transaction().execute(async trx => {
    await lockTiles(trx, environmentId)
    const stored = await readDefinition(trx, environmentId)
    if (isSameJson({ tiles: stored.tiles, builtIn: stored.builtIn }, { tiles, builtIn })) return stored
    if (stored.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the tiles meanwhile.', { version: stored.version })
    const next = { version: stored.version + 1, tiles, builtIn }
    await writeDefinition(trx, environmentId, next)
    await auditChange(
      trx,
      { ports, principal, roles: actorRoles, correlationId, environmentId },
      { type: 'ExternalTiles', id: environmentId, name: tree.get(environmentId)?.name ?? '' },
      {
        operation: stored.version === 0 ? 'Create' : 'Update',
        before: auditSnapshot(stored),
        after: auditSnapshot(next),
      },
    )
    return next
  })
}

/** Returns the tiles for the audit log: their texts and addresses; of a picture only whether it exists. */
const auditSnapshot = ({ tiles, builtIn }: Pick<TileDefinition, 'tiles' | 'builtIn'>) => ({
  tiles: tiles.map(({ picture, ...tile }) => ({ ...tile, hasPicture: picture !== null })),
  builtIn,
})
