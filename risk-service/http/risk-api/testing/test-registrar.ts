import { randomUUID } from 'node:crypto'
import type { Registrar } from '../../../features/applications/registrar.ts'
import type { Db } from '../../../ports/database.ts'

/** Registers and removes clients as an operator does. */
export const testRegistrar = (db: Db): Registrar => ({
  db,
  clock: () => new Date(),
  newId: () => randomUUID(),
  actorIn: tenantId => ({
    principal: { tenantId, id: randomUUID(), name: 'Operator', username: '', wids: [], assignments: [] },
    roles: [],
    correlationId: randomUUID(),
  }),
})
