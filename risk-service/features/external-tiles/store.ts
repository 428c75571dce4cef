import { sql } from 'kysely'
import type { BuiltInTiles, ExternalTile, TileDefinition } from '../../contract/index.ts'
import { readSetting, writeSetting } from '../../kernel/store/setting-store.ts'
import type { Db } from '../../ports/database.ts'

const key = 'externalTiles'
const emptyDefinition: TileDefinition = {
  version: 0,
  tiles: [],
  builtIn: { documentation: null, feedback: null, support: null },
}

/** Locks the tiles of a root environment until the transaction ends. */
export async function lockTiles(db: Db, rootId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`external tiles ${rootId}`}, 0))`.execute(db)
}

/** Returns the stored tiles of a root environment; version 0 before the first save. */
export async function readDefinition(db: Db, rootId: string): Promise<TileDefinition> {
  const stored = (await readSetting(db, rootId, key)) as TileDefinition | undefined
  if (stored === undefined) return emptyDefinition
  // A definition of an earlier release has no address for support.
  return { ...stored, builtIn: { ...emptyDefinition.builtIn, ...stored.builtIn } }
}

export const writeDefinition = (
  db: Db,
  rootId: string,
  definition: { version: number; tiles: ExternalTile[]; builtIn: BuiltInTiles },
): Promise<void> => writeSetting(db, rootId, key, definition)
