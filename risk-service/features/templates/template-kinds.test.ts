import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Template, TemplateContents } from '../../contract/index.ts'
import { places } from '../../http/console-api/testing/console-bench.ts'
import { createAssessment } from '../assessments/create-assessment.ts'
import { openResourceBench, type ResourceBench } from '../lifecycle/testing/resource-bench.ts'

/*
 * The behaviour of rule templates has tests of its own; these show that those of assessments and environments have it,
 * too.
 */

let bench: ResourceBench
beforeAll(async () => {
  bench = await openResourceBench()
  await createAssessment(bench.bench.store.db, {
    id: randomUUID(),
    environmentId: places.root,
    kind: 'wizard',
    template: 'Custom',
    apiName: 'Payout',
    friendlyName: 'Pay out',
    sample: { metadata: { eventId: '1' } },
    author: { id: randomUUID(), name: 'Somebody' },
  })
  await bench.engine.reloadRules()
})
afterAll(() => bench.close())

describe.each([
  ['assessment', { eventType: 'Payout' }, 'Pay out'],
  ['environment', {}, 'Harbor'],
] as const)('templates of the kind %s', (kind, source, name) => {
  const path = (environment: string = places.root) => `${environment}/templates/${kind}`
  const file = async (rest: string, body?: object, as = 'admin') =>
    await bench.bench.app.request(`/api/console/v1/environments/${rest}`, {
      headers: { authorization: `Bearer ${as}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  const form = (text: string) => {
    const data = new FormData()
    for (const [key, value] of Object.entries({ templateId: randomUUID(), name: 'Brought', description: 'by file' }))
      data.append(key, value)
    data.append('file', new File([text], 'x.json'))
    return data
  }

  it('templates of a kind are looked at, kept, told, taken and brought as files, renamed and deleted', async () => {
    const composed = await bench.request<{ source: string; contents: TemplateContents }>(
      'POST',
      `${path()}/compose`,
      source,
      'admin',
    )
    expect(composed.source).toBe(name)
    expect(await bench.request('GET', path(), undefined, 'admin')).toMatchObject({ used: 0, templates: [] })
    const { id } = await bench.request<Template>(
      'POST',
      path(),
      { templateId: randomUUID(), name: 'Kept', description: 'As it was', ...source },
      'admin',
    )
    expect(await bench.request('GET', path(), undefined, 'viewer')).toMatchObject({
      used: 1,
      templates: [{ id, kind, name: 'Kept', source: name, inherited: false }],
    })
    expect(await bench.request('GET', `${path()}/${id}`, undefined, 'viewer')).toMatchObject({
      id,
      contents: composed.contents,
    })
    expect(await bench.request('GET', path(places.eu), undefined, 'admin')).toMatchObject({
      used: 0,
      templates: [{ id, inherited: true }],
    })
    const downloaded = await file(`${path()}/${id}/file`)
    const text = await downloaded.text()
    expect(downloaded.headers.get('content-disposition')).toContain(`Kept.${kind}.json`)
    expect(await (await file(`${path()}/export`, { name: 'Kept', description: 'As it was', ...source })).text()).toBe(
      text,
    )
    const brought = await bench.request<Template>('POST', `${path()}/import`, form(text), 'admin')
    expect(brought).toMatchObject({ kind, name: 'Brought', description: 'by file', source: name })
    expect(await bench.request('GET', `${path()}/${brought.id}`, undefined, 'admin')).toMatchObject({
      contents: composed.contents,
    })
    expect(
      await bench.request('PATCH', `${path()}/${id}`, { name: 'Renamed', description: '', baseVersion: 1 }, 'admin'),
    ).toMatchObject({ version: 2, name: 'Renamed' })
    expect(
      await bench.call('PATCH', `${path()}/${id}`, { name: 'Again', description: '', baseVersion: 1 }, 'admin'),
    ).toMatchObject({ status: 409, json: { code: 'version.conflict' } })
    expect(
      (await bench.call('PATCH', `${path()}/${id}`, { name: 'BROUGHT', description: '', baseVersion: 2 }, 'admin'))
        .status,
    ).toBe(422)
    for (const each of [id, brought.id])
      expect(await bench.request('DELETE', `${path()}/${each}`, undefined, 'admin')).toEqual({ deleted: true })
    const log = await bench.bench.store.db
      .selectFrom('audit_log')
      .select(['operation', 'resource_name'])
      .where('resource_id', 'in', [id, brought.id])
      .execute()
    expect(log.map(({ operation, resource_name }) => `${operation} ${resource_name}`).toSorted()).toEqual([
      'Create Brought',
      'Create Kept',
      'Delete Brought',
      'Delete Renamed',
      'Update Renamed',
    ])
  })
  it('templates of a kind are read by viewers, and made, taken and changed by those who may', async () => {
    const { id } = await bench.request<Template>(
      'POST',
      path(),
      { templateId: randomUUID(), name: 'Kept', ...source },
      'admin',
    )
    const text = await (await file(`${path()}/${id}/file`)).text()
    expect((await file(`${path()}/${id}/file`, undefined, 'viewer')).status).toBe(403)
    expect((await file(`${path()}/export`, { name: 'X', ...source }, 'viewer')).status).toBe(403)
    for (const [method, rest, body] of [
      ['POST', '/compose', source],
      ['POST', '', { templateId: randomUUID(), name: 'X', ...source }],
      ['POST', '/import', form(text)],
      ['PATCH', `/${id}`, { name: 'X', description: '', baseVersion: 1 }],
      ['DELETE', `/${id}`, undefined],
    ] as const) {
      expect([rest, (await bench.call(method, `${path()}${rest}`, body, 'viewer')).status]).toEqual([rest, 403])
      expect([rest, (await bench.call(method, `${path()}${rest}`, body, 'outsider')).status]).toEqual([rest, 404])
    }
    expect(await bench.request('DELETE', `${path()}/${id}`, undefined, 'admin')).toEqual({ deleted: true })
  })
})
