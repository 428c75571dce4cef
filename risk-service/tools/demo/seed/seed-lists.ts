import type { SupportListId } from '../../../contract/lists/list-definitions.ts'
import { createList } from '../../../features/lists/custom-lists.ts'
import { parseListFile } from '../../../features/lists/list-file.ts'
import { saveEntries } from '../../../features/lists/support-lists.ts'
import type { AuditContext } from '../../../kernel/audit.ts'
import { demoEnvironmentIds as at, demoTenants, harborId } from '../../../kernel/identity/demo-tenants.ts'
import type { Db } from '../../../ports/database.ts'
import {
  clearedMails,
  disposableMailHosts,
  forwarders,
  listedDevices,
  listedMails,
} from '../history/listed-entities.ts'
import { day } from '../history/orders.ts'

const forwarderList = 'Freight forwarders'
const mailHostList = 'Disposable email domains'

const file = (rows: readonly (readonly string[])[]): Blob =>
  new Blob([`${rows.map(row => row.join(',')).join('\r\n')}\r\n`])
const forwarderFile = file([
  ['Postcode', 'City', 'Country'],
  ...forwarders.map(({ zipCode, city, country }) => [zipCode, city, country]),
])
const mailHostFile = file([
  ['Domain', 'Since'],
  ...disposableMailHosts.map((host, index) => [host, `2025-0${index + 1}-15`]),
])

const listId = (number: number): string => `a55a0009-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
const lists = [
  {
    id: listId(1),
    environmentId: at.harbor,
    name: forwarderList,
    description: 'Postcodes of freight forwarders that ship abroad.',
    columns: forwarderFile,
  },
  {
    id: listId(2),
    environmentId: at.harbor,
    name: mailHostList,
    description: 'Domains of temporary mailboxes.',
    columns: mailHostFile,
  },
  {
    id: listId(3),
    environmentId: at.harborSandbox,
    name: forwarderList,
    description: 'Postcodes of freight forwarders that ship abroad.',
    columns: forwarderFile,
  },
  {
    id: listId(4),
    environmentId: at.harborSandbox,
    name: mailHostList,
    description: 'Domains of temporary mailboxes.',
    columns: mailHostFile,
  },
  {
    id: listId(5),
    environmentId: at.meridian,
    name: mailHostList,
    description: 'Domains of temporary mailboxes.',
    columns: mailHostFile,
  },
  {
    id: listId(6),
    environmentId: at.meridianSandbox,
    name: mailHostList,
    description: 'Domains of temporary mailboxes.',
    columns: mailHostFile,
  },
]
const supportEntries: readonly {
  list: SupportListId
  values: readonly string[]
  status: 'Safe' | 'Block' | 'Watch'
  reason: string
  comments: string
}[] = [
  {
    list: 'email',
    values: listedMails,
    status: 'Block',
    reason: 'Confirmed fraud',
    comments: 'Stolen cards, goods shipped to freight forwarders.',
  },
  {
    list: 'device',
    values: listedDevices,
    status: 'Block',
    reason: 'Confirmed fraud',
    comments: 'Phones of the same fraud ring.',
  },
  {
    list: 'email',
    values: clearedMails,
    status: 'Safe',
    reason: 'Company customer',
    comments: 'Large orders are usual; confirmed by phone.',
  },
  {
    list: 'ip',
    values: ['78.56.10.10', '5.12.44.7'],
    status: 'Watch',
    reason: 'Open proxy',
    comments: 'Seen in sign-ins that failed.',
  },
]
/** A time long before the history begins. */
const before = 100 * day

function auditContextOf(
  username: string,
  tenantId: string,
  role: string,
  time: Date,
  ids: () => string,
): Omit<AuditContext, 'environmentId'> {
  const account = demoTenants.find(({ id }) => id === tenantId)?.accounts.find(each => each.username === username)
  if (account === undefined) throw new Error(`There is no demo account ${username}.`)
  return {
    principal: { tenantId, id: account.id, name: account.name, username, wids: [], assignments: [] },
    roles: [role],
    correlationId: ids(),
    ports: { clock: () => time, newId: ids },
  }
}

/** Stores the demo's custom lists and support lists, as if users had entered them before the history. Idempotent. */
export async function seedLists(db: Db): Promise<void> {
  const { created_at: setUp } = await db
    .selectFrom('tenant')
    .select('created_at')
    .where('id', '=', harborId)
    .executeTakeFirstOrThrow()
  const time = new Date(setUp.getTime() - before)
  const newId = (): string => crypto.randomUUID()
  const engineer = auditContextOf('fraud-engineer@harbor.example', harborId, 'FraudEngineer', time, newId)
  const support = auditContextOf('support@harbor.example', harborId, 'SupportAgent', time, newId)
  const developerTenant = demoTenants[1]
  if (developerTenant === undefined) throw new Error('The demo has one tenant only.')
  const developer = auditContextOf(
    'psp-fraud-manager@meridian.example',
    developerTenant.id,
    'FraudManager',
    time,
    newId,
  )
  await db.transaction().execute(async trx => {
    const existingIds = new Set(
      (
        await trx
          .selectFrom('list')
          .select('id')
          .where(
            'id',
            'in',
            lists.map(({ id }) => id),
          )
          .execute()
      ).map(({ id }) => id),
    )
    const named = await trx
      .selectFrom('list')
      .select(['environment_id', 'name'])
      .where(
        'environment_id',
        'in',
        lists.map(({ environmentId }) => environmentId),
      )
      .execute()
    for (const { id, environmentId, name, description, columns } of lists) {
      if (
        existingIds.has(id) ||
        named.some(list => list.environment_id === environmentId && list.name.toLowerCase() === name.toLowerCase())
      )
        continue
      const editor = {
        ...(environmentId === at.meridian || environmentId === at.meridianSandbox ? developer : engineer),
        environmentId,
      }
      await createList(trx, editor, { id, name, description }, await parseListFile(columns, `${name}.csv`))
    }
    const filled = await trx
      .selectFrom('support_entry')
      .select('key')
      .where('environment_id', '=', at.harbor)
      .limit(1)
      .execute()
    if (filled.length > 0) return
    for (const { list, values, status, reason, comments } of supportEntries) {
      await saveEntries(
        trx,
        { ...support, environmentId: at.harbor },
        list,
        values.map(value => ({ value, status, reason, comments, expiresAt: null })),
      )
    }
  })
}
