import type { ApplicationUse, BrownOutState } from '../../contract/index.ts'
import { recordAudit } from '../../kernel/audit.ts'
import { NotFoundError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import { type ApplicationCall, requireOwn } from './applications.ts'
import { readUse } from './credential-use.ts'
import type { RegisteredClient } from './read-clients.ts'

interface CredentialInput {
  clientId: string
  credentialId: string
}

/** Returns who calls with the credentials of an application of the environment. */
export async function readApplicationUse(
  call: ApplicationCall,
  { clientId }: { clientId: string },
): Promise<ApplicationUse> {
  return useOf(call, await requireOwn(call, clientId))
}

/** Starts refusing a share of the calls of a credential; it takes the place of a brown-out that is under way. */
export async function startBrownOut(
  call: ApplicationCall,
  {
    clientId,
    credentialId,
    percent,
    minutes,
  }: CredentialInput & { percent: BrownOutState['percent']; minutes: number },
): Promise<ApplicationUse> {
  const client = await requireOwn(call, clientId)
  const now = call.ports.clock()
  if (!client.credentials.some(({ id, expires }) => id === credentialId && expires > now))
    throw new NotFoundError('The application has no such credential, or it is not valid any more.')
  const row = {
    id: call.ports.newId(),
    percent,
    started_at: now,
    ends_at: new Date(now.getTime() + minutes * 60_000),
    started_by_name: call.principal.name,
    calls: 0,
    refused: 0,
  }
  await call.db.transaction().execute(async trx => {
    await trx
      .insertInto('credential_brown_out')
      .values({ credential_id: credentialId, ...row })
      .onConflict(conflict => conflict.column('credential_id').doUpdateSet(row))
      .execute()
    await auditBrownOut(trx, call, client, {
      operation: 'Start',
      before: null,
      after: { brownOut: { credentialId, percent, endsAt: row.ends_at.toISOString() } },
    })
  })
  return useOf(call, client)
}

/** Ends the brown-out of a credential; nothing changes where none is under way. */
export async function endBrownOut(
  call: ApplicationCall,
  { clientId, credentialId }: CredentialInput,
): Promise<ApplicationUse> {
  const client = await requireOwn(call, clientId)
  if (!client.credentials.some(({ id }) => id === credentialId))
    throw new NotFoundError('The application has no such credential.')
  const now = call.ports.clock()
  await call.db.transaction().execute(async trx => {
    const ended = await trx
      .updateTable('credential_brown_out')
      .set({ ends_at: now })
      .where('credential_id', '=', credentialId)
      .where('ends_at', '>', now)
      .returning('percent')
      .executeTakeFirst()
    if (ended === undefined) return
    await auditBrownOut(trx, call, client, {
      operation: 'Stop',
      before: { brownOut: { credentialId, percent: ended.percent } },
      after: null,
    })
  })
  return useOf(call, client)
}

const useOf = ({ db, ports }: ApplicationCall, { clientId, credentials }: RegisteredClient): Promise<ApplicationUse> =>
  readUse(
    db,
    clientId,
    credentials.map(({ id }) => id),
    ports.clock(),
  )

function auditBrownOut(
  trx: Db,
  call: ApplicationCall,
  client: RegisteredClient,
  change: { operation: 'Start' | 'Stop'; before: unknown; after: unknown },
): Promise<void> {
  const { principal, actorRoles, correlationId, ports, environmentId } = call
  return recordAudit(
    trx,
    { principal, roles: actorRoles, correlationId },
    {
      id: ports.newId(),
      at: ports.clock(),
      environmentId,
      resource: { type: 'ApplicationAccess', id: client.principalId, name: client.name },
      ...change,
    },
  )
}
