import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryRoles } from '../../../contract/index.ts'
import type { ProcedureName } from '../../../contract/procedure-rights.ts'
import { type ConsoleBench, openConsoleBench, places } from '../testing/console-bench.ts'
import { requestBodyOf, requests } from '../testing/procedure-requests.ts'
import { procedureAudits } from './procedure-audits.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
  Object.assign(bench.person('admin'), { wids: [directoryRoles.globalAdministrator] })
})
afterAll(() => bench.close())

const id = (n: number) => `40000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const environmentId = places.root
const file = new File(['code,reason\r\nA,x\r\n'], 'codes.csv', { type: 'text/csv' })

/** Calls in an order in which each succeeds. */
const calls: readonly [ProcedureName, object?][] = [
  ['functions.create', { functionId: id(1) }],
  ['functions.publish', { functionId: id(1), baseVersion: 0 }],
  ['functions.rename', { functionId: id(1), name: 'Other' }],
  ['functions.remove', { functionId: id(1) }],
  ['velocities.create', { setId: id(2) }],
  ['velocities.publish', { setId: id(2), baseVersion: 0 }],
  ['velocities.rename', { setId: id(2), name: 'OtherSet' }],
  ['velocities.setStatus', { setId: id(2), status: 'inactive' }],
  ['velocities.remove', { setId: id(2) }],
  ['customLists.create', { listId: id(3), name: 'Codes', file }],
  ['customLists.describe', { listId: id(3), description: 'Of partners' }],
  ['customLists.append', { listId: id(3), column: 'code', values: ['B'] }],
  ['customLists.remove', { listIds: [id(3)] }],
  ['supportLists.save', { list: 'email', values: ['ana@example.com'], status: 'Block' }],
  ['supportEntries.set', { list: 'email', value: 'ana@example.com', status: 'Watch' }],
  ['supportLists.remove', { list: 'email', values: ['ana@example.com'] }],
  ['team.saveGroup', { groupId: id(4), baseVersion: 0, name: 'Night', members: [] }],
  ['team.removeGroup', { groupId: id(4), baseVersion: 1 }],
  ['reports.recordExport'],
  ['reports.recordChart'],
  ['notifications.setTopic', { enabled: false }],
  ['applications.create', { clientId: id(5) }],
  ['applications.update', { clientId: id(5), roles: ['ProvisioningApi'] }],
  ['applications.assign', { clientId: id(5), environmentId: places.eu }],
  ['applications.remove', { clientId: id(5) }],
  ['personalData.saveSettings', { baseVersion: 0, profile: { SupportAgent: ['email'] } }],
  ['externalTiles.save', { baseVersion: 0, builtIn: { documentation: 'https://docs.example/', feedback: null } }],
  ['environments.create', { parentId: environmentId, name: 'Child' }],
]

/** Calls a procedure; returns its status, and the kinds of resources of the entries that it wrote. */
async function call(
  procedure: ProcedureName,
  more: object,
): Promise<{ status: number; written: string[]; text: string }> {
  await bench.store.db.deleteFrom('audit_log').execute()
  const base = (requests[procedure] as (environment: string) => object | undefined)(environmentId)
  const sent = requestBodyOf({ ...base, ...more })
  const response = await bench.app.request(`/api/console/rpc/${procedure.replace('.', '/')}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer admin',
      ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body: sent,
  })
  const entries = await bench.store.db.selectFrom('audit_log').select('resource_type').execute()
  return {
    status: response.status,
    written: entries.map(entry => entry.resource_type),
    text: await response.text(),
  }
}

it('every change names what it writes, or why it writes nothing', () => {
  for (const [name, audited] of Object.entries(procedureAudits))
    expect(typeof audited === 'string' ? audited : audited.unlogged, name).toMatch(/\S/)
})

it('a change that succeeds writes its entry', async () => {
  for (const [procedure, more = {}] of calls) {
    const { status, written, text } = await call(procedure, more)
    expect(status, `${procedure}: ${text}`).toBeLessThan(300)
    const audited = procedureAudits[procedure as keyof typeof procedureAudits]
    if (typeof audited === 'string') expect(written, procedure).toContain(audited)
    else expect(written, procedure).toEqual([])
  }
})

it('a call that is refused writes none', async () => {
  for (const procedure of ['functions.publish', 'customLists.replace', 'rules.publish', 'notes.create'] as const) {
    const { status, written } = await call(procedure, {})
    expect(status, procedure).toBeGreaterThanOrEqual(400)
    expect(written, procedure).toEqual([])
  }
})
