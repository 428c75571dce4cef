import { z } from 'zod'
import {
  type ApplicationRole,
  applicationLimits,
  applicationRoleNames,
  applicationRoles,
} from '../../../contract/index.ts'
import type { MovedObject, MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { registerClient } from '../../applications/client-registry.ts'
import { findClient } from '../../applications/read-clients.ts'
import { createMoved, createNote } from '../model/moved-objects.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { refusalNoteOf } from '../model/refusal-notes.ts'
import { readRecords } from './read-records.ts'

const namesOf = (role: ApplicationRole): string[] => [role, ...Object.values(applicationRoleNames[role])]
const roleOf = (name: string): ApplicationRole | null =>
  applicationRoles.find(role => namesOf(role).includes(name)) ?? null
const recordSchema = z.strictObject({
  /** The id that it had: its configuration stays as it is. */
  clientId: z.string().regex(/^[\w.-]{1,100}$/),
  name: z.string().trim().min(1).max(applicationLimits.name),
  /** Ids of roles, or their names. */
  roles: z.array(z.string()).min(1).default(['RiskApi']),
})

/**
 * Registers the applications of `applications.json` by the ids that they had. Secrets are in no file: each gets a
 * credential on its page before it can call.
 */
export async function moveApplications(
  { importer, environmentId, registrar, may, mayRegister }: MovingContext,
  files: ReadonlyMap<string, string>,
  dryRun: boolean,
): Promise<MovedObject[]> {
  const { records, failed } = readRecords('applications.json', files.get('applications.json'), {
    kind: 'application',
    schema: recordSchema,
    nameOf: ({ clientId }) => clientId,
  })
  if (records.length === 0) return failed
  const moved: MovedObject[] = []
  for (const { place: own, value } of records) {
    const place = { ...own, name: value.name }
    const add = (more: Parameters<typeof createMoved>[1]): void => void moved.push(createMoved(place, more))
    const faulty = value.roles.filter(name => roleOf(name) === null)
    if (faulty.length > 0) {
      add({ notes: [createNote('unknownRole', { roles: faulty.join(', ') })] })
      continue
    }
    // Both names of a role are the same role.
    const client = { environmentId, ...value, roles: [...new Set(value.roles.flatMap(name => roleOf(name) ?? []))] }
    const taken = await findClient(registrar.db, value.clientId)
    if (!may('integration.apps') || !mayRegister) add({ notes: [createNote('noRight')] })
    else if (taken !== null) {
      const here = taken.environmentId === environmentId && taken.tenantId === importer.principal.tenantId
      if (!here) add({ notes: [createNote('idTaken')] })
      else add({ notes: taken.credentials.length === 0 ? [createNote('credential')] : [] })
    } else {
      const fault = await refusal(registrar, client, dryRun)
      add(fault === null ? { action: 'create', notes: [createNote('credential')] } : { notes: [fault] })
    }
  }
  return [...moved, ...failed]
}

/** Ends a dry run, which is refused for what the registration is refused for. */
class Rollback extends Error {}

async function refusal(
  registrar: MovingContext['registrar'],
  client: Parameters<typeof registerClient>[2],
  dryRun: boolean,
): Promise<MoveNote | null> {
  try {
    await registrar.db.transaction().execute(async trx => {
      await registerClient(trx, registrar, client)
      if (dryRun) throw new Rollback()
    })
    return null
  } catch (error) {
    if (error instanceof Rollback) return null
    const note = refusalNoteOf(error)
    if (note === null) throw error
    return note
  }
}
