import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { findAttack, type StoredAttack } from './attack-store.ts'

/** Returns an attack of an environment. @throws NotFoundError where it has none of this id */
export async function requireAttack(
  db: Db,
  address: { environmentId: string; attackId: string },
): Promise<StoredAttack> {
  const attack = await findAttack(db, address)
  if (attack === undefined) throw new NotFoundError('There is no such attack in this environment.')
  return attack
}
