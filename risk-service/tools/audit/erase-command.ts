import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { eraseValue } from '../../features/activity-log/chain/erase-value.ts'
import { serviceActorId } from '../../kernel/audit.ts'
import { findEnvironment } from '../../kernel/environments/find-environment.ts'
import type { Ports } from '../../ports/index.ts'

/**
 * Erases what entries of the log have of a value, in the tenant of an environment. Returns the line to print.
 * @throws Error that says what is wrong with the command
 */
export async function runErase(
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>,
  { environment: address, file, reason }: { environment: string; file: string; reason: string },
): Promise<string> {
  const environment = await findEnvironment(ports.db, address)
  if (typeof environment === 'string') throw new Error(`--environment: ${environment}`)
  const { tenant_id: tenantId } = await ports.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', environment.id)
    .executeTakeFirstOrThrow()
  // A value on the command line would stay in the history of the shell.
  const [value = ''] = (await readFile(file, 'utf8')).split(/\r?\n/)
  if (value.trim() === '') throw new Error('--value-file: its first line has to be the value.')
  const erased = await eraseValue(
    ports,
    {
      principal: {
        tenantId,
        id: serviceActorId,
        name: `npm run audit (${userInfo().username})`,
        username: '',
        wids: [],
        assignments: [],
      },
      roles: [],
      correlationId: ports.newId(),
    },
    { value, reason },
  )
  return `${erased} ${erased === 1 ? 'entry was' : 'entries were'} erased. Their hashes stay in the log.`
}
