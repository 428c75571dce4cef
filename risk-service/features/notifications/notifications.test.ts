import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  capabilityLevelOf,
  type Notification,
  type NotificationEvent,
  type NotificationSummary,
  notificationEvents,
  notificationTopics,
  type RoleId,
  roleIds,
} from '../../contract/index.ts'
import { type ConsoleBench, now, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import type { EnvironmentChange } from '../../kernel/environments/environment-events.ts'
import { applyRetention } from '../../kernel/store/maintenance/retention.ts'
import { newId } from '../../kernel/store/new-id.ts'
import { silentLog } from '../../kernel/store/testing/test-store.ts'
import { notifyEnvironmentChanges } from './environment-notifications.ts'
import { type NewNotice, notify } from './notify.ts'
import { capabilityOf, coverageOf, topicsOf } from './topic-coverage.ts'

let bench: ConsoleBench
let clock = now
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  clock = now
  for (const table of ['notification', 'notification_mute', 'audit_log'] as const)
    await bench.store.db.deleteFrom(table).execute()
})

/** Creates notifications, in minutes before the current time of the bench. */
async function happened(
  event: NotificationEvent,
  environmentId: string | null = places.eu,
  minutesAgo = 0,
  more: Partial<NewNotice> = {},
): Promise<void> {
  clock = new Date(now.getTime() - minutesAgo * 60_000)
  const announce = await notify(
    bench.store.db,
    { ports: { clock: () => clock, newId }, live: bench.live },
    { tenantId: places.tenant, environmentId, event, params: { name: `${event} ${minutesAgo}` }, ...more },
  )
  announce()
}
const list = async (as: string, query = '') => {
  const answer = await bench.call(as, 'GET', `/notifications${query}`)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return answer.json as { items: Notification[]; next: string | null }
}
const seen = async (as: string, query = '') => (await list(as, query)).items.map(({ event }) => event)
const summary = async (as: string) =>
  (await bench.call(as, 'GET', '/notifications/summary')).json as NotificationSummary

describe('topics and events', () => {
  it('topics and events stand in the table of the administration document, with their capabilities and types', () => {
    expect(notificationTopics).toEqual({
      environments: 'notifications.environment',
      eventTracing: 'notifications.environment',
      subscription: 'notifications.environment',
      subjectRequests: 'notifications.operations',
      certificate: 'notifications.operations',
      externalCalls: 'notifications.operations',
      dataUpload: 'data.upload',
      actions: 'notifications.actions',
      search: 'notifications.search',
      fields: 'notifications.operations',
      alerts: 'monitoring',
      cases: 'cases.review',
      notes: 'notifications.notes',
    })
    const types = (topic: string) =>
      Object.values(notificationEvents)
        .filter(event => event.topic === topic)
        .map(event => event.type)
        .sort()
    expect(types('environments')).toEqual(['Error', 'Information', 'Success'])
    expect(types('eventTracing')).toEqual(['Critical', 'Error', 'Success'])
    expect(types('subscription')).toEqual(['Critical', 'Warning', 'Warning'])
    expect(types('subjectRequests')).toEqual(['Error', 'Success'])
    expect(types('certificate')).toEqual(['Critical', 'Warning'])
    expect(types('externalCalls')).toEqual(['Error', 'Warning'])
    expect(types('fields')).toEqual(['Warning'])
    expect(types('alerts')).toEqual(['Critical', 'Warning'])
    expect(types('search')).toEqual(['Information', 'Information', 'Success', 'Success', 'Warning'])
    expect(types('cases')).toEqual([
      'Information',
      'Information',
      'Information',
      'Information',
      'Information',
      'Information',
      'Warning',
      'Warning',
    ])
    expect(types('notes')).toEqual(['Information', 'Information'])
    expect(capabilityOf('ReportAlert')).toBe('cases.report')
  })

  it.each(roleIds)('topics and events reach %s where the table of roles opens them, and nowhere else', role => {
    const tree = new Map([
      ['root', { id: 'root', parentId: null, kind: 'production' as const }],
      ['child', { id: 'child', parentId: 'root', kind: 'production' as const }],
    ])
    const holder = {
      id: 'me',
      tenantId: 't',
      wids: [],
      assignments: [{ role: role as RoleId, environmentId: role === 'ProductAdmin' ? null : 'root' }],
    }
    const coverage = coverageOf({ principal: holder, tree })
    const console_ = role !== 'RiskApi' && role !== 'ProvisioningApi'
    for (const event of Object.keys(notificationEvents) as NotificationEvent[]) {
      const open = console_ && capabilityLevelOf(role, capabilityOf(event)) !== 'none'
      // A role on the root also receives the notifications of children.
      expect(coverage.covers.find(cover => cover.event === event)?.environmentIds ?? [], event).toEqual(
        open ? ['root', 'child'] : [],
      )
    }
    expect(topicsOf(coverage).includes('environments')).toBe(
      role === 'ProductAdmin' || capabilityLevelOf(role, 'notifications.environment') === 'write',
    )
  })
})

describe('the list', () => {
  it('the list of notifications shows what the roles cover, over all environments, newest first', async () => {
    await happened('CertificateExpires', places.eu, 30)
    await happened('ExportReady', places.us, 20)
    await happened('EnvironmentCreated', places.root, 10)
    await happened('ExternalCallSlow', places.box, 5)
    expect(await seen('admin')).toEqual(['ExternalCallSlow', 'EnvironmentCreated', 'ExportReady', 'CertificateExpires'])
    expect(await seen('engineer')).toEqual(['ExportReady', 'CertificateExpires'])
    expect(await seen('local')).toEqual(['CertificateExpires'])
    expect(await seen('viewer')).toEqual(['ExportReady'])
    expect(await seen('nobody')).toEqual([])
    expect(await seen('outsider')).toEqual([])
    expect((await list('local')).items[0]).toMatchObject({
      type: 'Warning',
      topic: 'certificate',
      environmentId: places.eu,
      environmentName: 'Harbor EU',
      read: false,
      params: { name: 'CertificateExpires 30' },
    })
  })

  it('the list of notifications shows what is for one person to that person, and only with the capability', async () => {
    await happened('NoteTagged', places.eu, 1, { userId: bench.person('engineer').id })
    await happened('EnvironmentCreated', places.eu, 0, { userId: bench.person('viewer').id })
    expect(await seen('engineer')).toEqual(['NoteTagged'])
    expect(await seen('colleague')).toEqual([])
    expect(await seen('viewer')).toEqual([])
  })

  it('the list of notifications shows a user what is for them about no environment', async () => {
    await happened('NoteTaggedElsewhere', null, 1, { userId: bench.person('local').id })
    expect((await list('local')).items).toMatchObject([{ event: 'NoteTaggedElsewhere', environmentName: null }])
    for (const who of ['admin', 'engineer', 'outsider']) expect(await seen(who)).toEqual([])
    await happened('NoteTaggedElsewhere', null, 0, { userId: bench.person('nobody').id })
    expect(await seen('nobody')).toEqual([])
  })

  it('the list of notifications tells what is about the tenant to its Product admins', async () => {
    await happened('EnvironmentDeleted', null)
    expect(await seen('admin')).toEqual(['EnvironmentDeleted'])
    expect((await list('admin')).items[0]).toMatchObject({ environmentId: null, environmentName: null })
    for (const who of ['viewer', 'engineer', 'outsider']) expect(await seen(who)).toEqual([])
  })

  it('the list of notifications comes in pages without loss, also within one moment, and by type', async () => {
    for (let n = 0; n < 7; n++)
      await happened(n % 2 === 0 ? 'ExportReady' : 'ExportCancelled', places.root, Math.floor(n / 3))
    const found: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 10; page++) {
      const { items, next } = await list('viewer', query)
      found.push(...items.map(({ id }) => id))
      if (next === null) break
      query = `?limit=2&before=${next}`
    }
    expect([found.length, new Set(found).size]).toEqual([7, 7])
    expect(await seen('viewer', '?type=Warning')).toEqual(['ExportCancelled', 'ExportCancelled', 'ExportCancelled'])
    for (const wrong of [
      'type=Urgent',
      'limit=0',
      'limit=1000',
      'before=x',
      'before=99999999999999999999_00000000-0000-4000-8000-000000000001',
    ]) {
      expect([wrong, (await bench.call('viewer', 'GET', `/notifications?${wrong}`)).status]).toEqual([
        wrong,
        wrong.startsWith('limit=x') ? 400 : 422,
      ])
    }
  })

  it('the list of notifications ends after 90 days, first in the list and then in the store', async () => {
    await happened('ExportReady', places.root, 60 * 24 * 89)
    await happened('ExportCancelled', places.root, 60 * 24 * 91)
    expect(await seen('viewer')).toEqual(['ExportReady'])
    const retention = { eventMonths: 1200, logMonths: 1200, telemetryDays: 36_500 }
    await applyRetention(bench.store.db, retention, now)
    expect((await bench.store.db.selectFrom('notification').select('event').execute()).map(row => row.event)).toEqual([
      'ExportReady',
    ])
  })

  it('the list of notifications refuses those who are not signed in', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/summary'],
      ['GET', '/settings'],
      ['POST', '/read'],
      ['POST', '/dismiss'],
      ['POST', '/dismiss-all'],
      ['PUT', '/settings/search'],
    ] as const) {
      expect([
        path,
        (await bench.call(null, method, `/notifications${path}`, method === 'GET' ? undefined : {})).status,
      ]).toEqual([path, 401])
    }
  })
})

describe('reading and dismissing', () => {
  const idOf = async (event: NotificationEvent) =>
    (await list('admin')).items.find(item => item.event === event)?.id ?? ''

  it('reading and dismissing is everybody’s own, counted, and harmless to repeat', async () => {
    await happened('ExportReady', places.root, 3)
    await happened('ExportCancelled', places.root, 2)
    await happened('WatchedSearch', places.root, 1)
    const [ready, cancelled] = [await idOf('ExportReady'), await idOf('ExportCancelled')]
    expect((await summary('viewer')).unread).toBe(3)
    for (let n = 0; n < 2; n++)
      expect((await bench.call('viewer', 'POST', '/notifications/read', { ids: [ready] })).json).toEqual({ unread: 2 })
    for (let n = 0; n < 2; n++)
      expect((await bench.call('viewer', 'POST', '/notifications/dismiss', { ids: [cancelled] })).json).toEqual({
        unread: 1,
      })
    expect((await list('viewer')).items.map(({ event, read }) => [event, read])).toEqual([
      ['WatchedSearch', false],
      ['ExportReady', true],
    ])
    expect((await summary('support')).unread).toBe(3)
  })

  it('dismissing passes over notifications that the caller does not see', async () => {
    await happened('EnvironmentCreated', places.root)
    const id = await idOf('EnvironmentCreated')
    for (const who of ['viewer', 'outsider', 'nobody'])
      expect((await bench.call(who, 'POST', '/notifications/dismiss', { ids: [id] })).json).toEqual({ unread: 0 })
    expect(await bench.store.db.selectFrom('notification_state').selectAll().execute()).toEqual([])
    expect((await bench.call('admin', 'POST', '/notifications/dismiss', { ids: [] })).status).toBe(422)
    expect((await bench.call('admin', 'POST', '/notifications/dismiss', { ids: ['x'] })).status).toBe(422)
    expect(
      (await bench.call('admin', 'POST', '/notifications/dismiss', { ids: Array.from({ length: 201 }, () => id) }))
        .status,
    ).toBe(422)
  })

  it('reading and dismissing takes all away that came until then, of one type or of all, and nothing that came later', async () => {
    await happened('ExportReady', places.root, 5)
    await happened('ExportCancelled', places.root, 4)
    const newest = await idOf('ExportCancelled')
    await happened('WatchedSearch', places.root, 1)
    expect(
      (await bench.call('viewer', 'POST', '/notifications/dismiss-all', { newest, type: 'Success' })).json,
    ).toEqual({ unread: 2 })
    expect(await seen('viewer')).toEqual(['WatchedSearch', 'ExportCancelled'])
    expect((await bench.call('viewer', 'POST', '/notifications/dismiss-all', { newest })).json).toEqual({ unread: 1 })
    expect(await seen('viewer')).toEqual(['WatchedSearch'])
    expect((await seen('admin')).length).toBe(3)
    expect((await bench.call('outsider', 'POST', '/notifications/dismiss-all', { newest })).status).toBe(404)
  })

  it('reading and dismissing keeps critical ones for the message bar until they are dismissed', async () => {
    await happened('PlanExpired', places.root, 500)
    for (let n = 0; n < 12; n++) await happened('ExportReady', places.root, n)
    const before = await summary('admin')
    expect([before.latest.length, before.unread, before.critical.map(({ event }) => event)]).toEqual([
      8,
      13,
      ['PlanExpired'],
    ])
    await bench.call('admin', 'POST', '/notifications/dismiss', { ids: before.critical.map(({ id }) => id) })
    expect((await summary('admin')).critical).toEqual([])
  })
})

describe('topics', () => {
  it('topics can be switched off from then on, not backwards, and are logged', async () => {
    await happened('EnvironmentCreated', places.root, 60)
    const settings = await bench.call('admin', 'GET', '/notifications/settings')
    const others = [
      { topic: 'subscription', enabled: true },
      { topic: 'search', enabled: true },
      { topic: 'alerts', enabled: true },
      { topic: 'notes', enabled: true },
    ]
    expect(settings.json).toEqual([{ topic: 'environments', enabled: true }, ...others])
    for (let n = 0; n < 2; n++) {
      expect(
        (await bench.call('admin', 'PUT', '/notifications/settings/environments', { enabled: false })).json,
      ).toEqual([{ topic: 'environments', enabled: false }, ...others])
    }
    await happened('EnvironmentFailed', places.root)
    expect(await seen('admin')).toEqual(['EnvironmentCreated'])
    expect((await summary('admin')).unread).toBe(1)
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_type', 'resource_id', 'operation', 'after'])
      .execute()
    expect(log).toEqual([
      {
        resource_type: 'NotificationSetting',
        resource_id: 'environments',
        operation: 'Update',
        after: { enabled: false },
      },
    ])
  })

  it('topics bring nothing back that came while they were off', async () => {
    const id = bench.person('admin').id
    const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    await bench.store.db
      .insertInto('notification_mute')
      .values({
        id: newId(),
        tenant_id: places.tenant,
        user_id: id,
        topic: 'environments',
        muted_at: at(30),
        unmuted_at: at(10),
      })
      .execute()
    for (const minutes of [40, 20, 5]) await happened('EnvironmentCreated', places.root, minutes)
    expect((await list('admin')).items.map(({ params }) => params['name'])).toEqual([
      'EnvironmentCreated 5',
      'EnvironmentCreated 40',
    ])
  })

  it('topics never switch critical notifications off', async () => {
    const id = bench.person('admin').id
    await bench.store.db
      .insertInto('notification_mute')
      .values({
        id: newId(),
        tenant_id: places.tenant,
        user_id: id,
        topic: 'subscription',
        muted_at: new Date(0),
        unmuted_at: null,
      })
      .execute()
    await happened('PlanExpired', places.root, 2)
    await happened('PlanExpires', places.root, 1)
    expect(await seen('admin')).toEqual(['PlanExpired'])
  })

  it('topics exist only where the roles receive them', async () => {
    expect((await bench.call('nobody', 'GET', '/notifications/settings')).json).toEqual([])
    expect((await bench.call('viewer', 'GET', '/notifications/settings')).json).toEqual([
      { topic: 'search', enabled: true },
      { topic: 'alerts', enabled: true },
      { topic: 'notes', enabled: true },
    ])
    expect((await bench.call('viewer', 'PUT', '/notifications/settings/environments', { enabled: false })).status).toBe(
      404,
    )
    expect((await bench.call('admin', 'PUT', '/notifications/settings/weather', { enabled: false })).status).toBe(422)
  })
})

describe('environments', () => {
  const change = (
    from: EnvironmentChange['from'],
    to: EnvironmentChange['to'],
    more: Partial<EnvironmentChange> = {},
  ): EnvironmentChange => ({
    tenantId: places.tenant,
    environmentId: places.eu,
    name: 'Harbor-EU',
    friendlyName: 'Harbor EU',
    parentId: places.root,
    from,
    to,
    failure: null,
    actorId: null,
    at: now,
    ...more,
  })
  const notified = async (...changes: EnvironmentChange[]) => {
    const tell = notifyEnvironmentChanges({
      ports: { db: bench.store.db, clock: () => now, newId, log: silentLog },
      live: bench.live,
    })
    for (const each of changes) await tell(each)
    return (await list('admin')).items.map(({ event, environmentId, params }) => [event, environmentId, params['name']])
  }

  it('environments notify when they are there, when they failed, and when they are gone', async () => {
    expect(await notified(change(null, 'New'), change('New', 'Creating'))).toEqual([])
    expect(await notified(change('Creating', 'Active'))).toEqual([['EnvironmentCreated', places.eu, 'Harbor EU']])
    await bench.store.db.deleteFrom('notification').execute()
    expect(await notified(change('Creating', 'CreateFailed'))).toEqual([['EnvironmentFailed', places.eu, 'Harbor EU']])
    await bench.store.db.deleteFrom('notification').execute()
    expect(
      await notified(
        change('Active', 'SoftDeleting'),
        change('SoftDeleting', 'Deleting'),
        change('Deleting', 'DeleteFailed'),
        change('DeleteFailed', 'Deleting'),
        change('Deleting', 'Deleted'),
      ),
    ).toEqual([['EnvironmentDeleted', places.root, 'Harbor EU']])
    await bench.store.db.deleteFrom('notification').execute()
    expect(await notified(change('Error', 'Active'))).toEqual([])
  })

  it('environments tell open consoles of every change, before the notification', async () => {
    const listener = bench.live.subscribe({ accepts: ({ tenantId }) => tenantId === places.tenant, lastEventId: null })
    await notified(change('Creating', 'Active'))
    expect([await listener.next(), await listener.next()]).toMatchObject([
      { publication: { event: { kind: 'environments' }, changesRights: true } },
      {
        publication: {
          event: { kind: 'notifications' },
          audience: { capability: 'notifications.environment', environmentId: places.eu },
        },
      },
    ])
    listener.close()
  })

  it('environments stay changed when the notification cannot be stored', async () => {
    const broken = notifyEnvironmentChanges({
      ports: { db: bench.store.db, clock: () => now, newId: () => 'no id', log: silentLog },
      live: bench.live,
    })
    await expect(broken(change('Creating', 'Active'))).resolves.toBeUndefined()
  })
})
