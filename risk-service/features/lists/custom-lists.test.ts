import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CustomList, ListPreview, ListVersion } from '../../contract/lists/custom-lists.ts'
import { listLimits } from '../../contract/lists/list-definitions.ts'
import {
  type ConsoleAnswer,
  type ConsoleBench,
  openConsoleBench,
  places,
  ruleBody,
} from '../../http/console-api/testing/console-bench.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  for (const table of ['list', 'rule', 'audit_log', 'repeated_call'] as const)
    await bench.store.db.deleteFrom(table).execute()
  bench.engine.reloaded.length = 0
})

const url = (environment: string, rest = '') => `/environments/${environment}/lists/custom${rest}`
const csv = (text: string | Uint8Array, name = 'list.csv') => new File([text as BlobPart], name, { type: 'text/csv' })
function form(fields: Record<string, string | File>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
const send = (
  who: string | null,
  method: string,
  path: string,
  fields: Record<string, string | File>,
  headers: Record<string, string> = {},
) => bench.call(who, method, path, undefined, { body: form(fields), headers })
const create = (
  who: string,
  name: string,
  text: string | Uint8Array,
  more: { id?: string; description?: string; environment?: string; fileName?: string } = {},
) =>
  send(who, 'POST', url(more.environment ?? places.root), {
    listId: more.id ?? randomUUID(),
    name,
    description: more.description ?? '',
    file: csv(text, more.fileName),
  })
const replace = (who: string, id: string, text: string, baseVersion: number) =>
  send(who, 'PUT', url(places.root, `/${id}/file`), { baseVersion: String(baseVersion), file: csv(text) })
const get = (who: string, path: string) => bench.call(who, 'GET', url(places.root, path))
const list = (answer: ConsoleAnswer) => answer.json as CustomList
const problems = (answer: ConsoleAnswer) =>
  (
    answer.body as unknown as {
      details: { fileProblems?: { code: string; row: number | null; column: string | null }[] }
    }
  ).details.fileProblems?.map(({ code, row, column }) => [code, row, column])
const audit = () =>
  bench.store.db.selectFrom('audit_log').selectAll().where('resource_type', '=', 'CustomList').orderBy('id').execute()
async function made(name: string, text = 'SKU,Limit\nA-1,250\nB-2,90\n'): Promise<CustomList> {
  const answer = await create('engineer', name, text)
  expect(answer.status, JSON.stringify(answer.json)).toBe(201)
  return list(answer)
}
async function publishRule(name: string, text: string, environment: string = places.root): Promise<void> {
  await bench.store.db
    .insertInto('rule')
    .values({
      id: randomUUID(),
      environment_id: environment,
      event_type: 'purchase',
      name,
      status: 'inactive',
      position: 1,
      version: 1,
      body: JSON.stringify(ruleBody(name, { clauses: [{ name: 'c', section: 'prior', text }] })),
      published_by: randomUUID(),
      published_by_name: 'E',
    })
    .execute()
}

describe('custom lists', () => {
  it('custom lists are uploaded, listed, looked into and logged', async () => {
    const created = await made('Risky Products')
    expect(created).toMatchObject({
      name: 'Risky Products',
      columns: ['SKU', 'Limit'],
      rows: 2,
      size: 25,
      version: 1,
      status: 'active',
      updatedBy: 'Name of engineer',
    })
    expect((await get('viewer', '')).json).toMatchObject({ rows: [{ id: created.id }], total: 1, nextCursor: null })
    expect((await get('viewer', `/${created.id}`)).json).toMatchObject({
      id: created.id,
      preview: [
        { row: 2, cells: ['A-1', '250'] },
        { row: 3, cells: ['B-2', '90'] },
      ],
    })
    expect(bench.engine.reloaded).toEqual([places.root])
    expect(await audit()).toMatchObject([
      {
        operation: 'Create',
        resource_id: created.id,
        resource_name: 'Risky Products',
        environment_id: places.root,
        actor_name: 'Name of engineer',
        actor_roles: ['FraudEngineer'],
        before: null,
        after: { version: 1, rows: 2, columns: ['SKU', 'Limit'], fileName: 'list.csv' },
      },
    ])
  })
  it('custom lists are made once when the answer was lost, by their id and under a key', async () => {
    const id = randomUUID()
    const first = await create('engineer', 'Once', 'a\n1', { id })
    expect(list(await create('engineer', 'Once', 'a\n1', { id })).id).toBe(list(first).id)
    const key = { 'idempotency-key': randomUUID() }
    const fields = { listId: randomUUID(), name: 'Keyed', description: '' }
    const [one, two] = [
      await send('engineer', 'POST', url(places.root), { ...fields, file: csv('a\n1') }, key),
      await send('engineer', 'POST', url(places.root), { ...fields, file: csv('a\n1') }, key),
    ]
    expect(two.json).toEqual(one.json)
    expect((await send('engineer', 'POST', url(places.root), { ...fields, file: csv('a\n2') }, key)).status).toBe(422)
    expect(await audit()).toHaveLength(2)
    expect((await create('engineer', 'Other', 'a\n1', { id })).body).toMatchObject({ code: 'lists.exists' })
  })
  it.each<[string, string | Uint8Array, string | undefined, [string, number | null, string | null][]]>([
    ['a row with another number of fields', 'a,b\n1,2\n1\n', undefined, [['LST005', 3, null]]],
    [
      'several faults',
      'a,a,\n1\n',
      undefined,
      [
        ['LST003', 1, 'a'],
        ['LST004', 1, '3'],
        ['LST005', 2, null],
      ],
    ],
    ['another extension', 'a\n1', 'list.txt', [['LST001', null, null]]],
    ['bytes that are not UTF-8', new Uint8Array([0x61, 0x0a, 0xff]), undefined, [['LST001', 2, null]]],
    ['nothing in it', '', undefined, [['LST006', null, null]]],
    ['an open quote', 'a\n"x', undefined, [['LST007', 2, '1']]],
    ['20 MB', new Uint8Array(listLimits.fileSize).fill(0x61), undefined, [['LST002', null, null]]],
  ])('are refused whole for %s', async (_what, text, fileName, expected) => {
    const answer = await create('engineer', 'Refused', text, { ...(fileName === undefined ? {} : { fileName }) })
    expect([answer.status, problems(answer)]).toEqual([422, expected])
    expect((await get('viewer', '')).json).toMatchObject({ total: 0 })
    expect(await audit()).toEqual([])
  })
  it('custom lists are refused beyond what a call may send', async () => {
    expect((await create('engineer', 'Huge', new Uint8Array(listLimits.fileSize + 100_000).fill(0x61))).status).toBe(
      413,
    )
  })
  it('custom lists need a name of their own, in any letter case, of up to 60 characters', async () => {
    await made('Risky')
    const sameName = await create('engineer', ' risky ', 'a\n')
    expect([sameName.status, problems(sameName)]).toEqual([422, [['LST008', null, null]]])
    expect(sameName.body).toMatchObject({ details: { issues: [{ path: ['name'], code: 'name.taken' }] } })
    for (const name of ['', ' ', 'x'.repeat(61), 'a\u0007'])
      expect([name, (await create('engineer', name, 'a\n')).status]).toEqual([name, 422])
    // Another environment is independent.
    expect((await create('engineer', 'Risky', 'a\n', { environment: places.eu })).status).toBe(201)
  })
  it('custom lists are read for a preview without being kept', async () => {
    const answer = await send('engineer', 'POST', url(places.root, '/check'), {
      file: csv(`k\n${Array.from({ length: 30 }, (_, n) => n).join('\n')}`),
    })
    const seen = answer.json as ListPreview
    expect([seen.rows, seen.preview.length, seen.preview[0], seen.problems]).toEqual([
      30,
      20,
      { row: 2, cells: ['0'] },
      [],
    ])
    expect((await send('engineer', 'POST', url(places.root, '/check'), { file: csv('a,b\n1') })).json).toMatchObject({
      problems: [{ code: 'LST005', row: 2 }],
      preview: [],
    })
    expect((await get('viewer', '')).json).toMatchObject({ total: 0 })
  })
  it('custom lists show their rows in pages, and those with a text', async () => {
    const { id } = await made(
      'Rows',
      `Key,Note\n${Array.from({ length: 120 }, (_, n) => `k${n},${n % 10 === 0 ? 'Tenth' : ''}`).join('\n')}`,
    )
    const first = (await get('viewer', `/${id}/rows?limit=100`)).json as {
      rows: unknown[]
      matches: number
      nextCursor: string
    }
    expect([first.rows.length, first.matches, first.nextCursor]).toEqual([100, 120, '100'])
    expect((await get('viewer', `/${id}/rows?limit=100&cursor=100`)).json).toMatchObject({
      rows: expect.arrayContaining([{ row: 121, cells: ['k119', ''] }]),
      nextCursor: null,
    })
    expect((await get('viewer', `/${id}/rows?search=TENTH&limit=5&cursor=5`)).json).toMatchObject({
      matches: 12,
      nextCursor: '10',
      rows: expect.arrayContaining([{ row: 52, cells: ['k50', 'Tenth'] }]),
    })
    expect((await get('viewer', `/${id}/rows?cursor=x`)).status).toBe(422)
  })
  it('custom lists are replaced whole, keep versions, and come back', async () => {
    const { id } = await made('Versions')
    expect(list(await replace('colleague', id, 'SKU\nA-1\n', 1))).toMatchObject({
      version: 2,
      columns: ['SKU'],
      rows: 1,
      updatedBy: 'Name of colleague',
    })
    // A repeat after a lost answer; and a request of a user who read only the first version.
    expect(list(await replace('colleague', id, 'SKU\nA-1\n', 1)).version).toBe(2)
    const late = await replace('engineer', id, 'SKU\nZ\n', 1)
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'version.conflict', details: { currentVersion: 2, changedBy: 'Name of colleague' } },
    ])
    const restored = await bench.call('engineer', 'POST', url(places.root, `/${id}/restore`), {
      version: 1,
      baseVersion: 2,
    })
    expect(list(restored)).toMatchObject({ version: 3, columns: ['SKU', 'Limit'], rows: 2 })
    expect((await get('viewer', `/${id}/versions`)).json as ListVersion[]).toMatchObject([
      { version: 3, restoredFrom: 1, stored: true },
      { version: 2, rows: 1, restoredFrom: null },
      { version: 1, fileName: 'list.csv' },
    ])
    expect((await get('viewer', `/${id}/rows?version=2`)).json).toMatchObject({
      columns: ['SKU'],
      rows: [{ cells: ['A-1'] }],
    })
    expect((await get('viewer', `/${id}/rows?version=99999999999`)).status).toBe(422)
    for (const version of [9, 0, 2_147_483_648])
      expect(
        (await bench.call('engineer', 'POST', url(places.root, `/${id}/restore`), { version, baseVersion: 3 })).status,
      ).toBe(version === 9 ? 404 : 422)
    expect((await audit()).map(({ operation }) => operation).sort()).toEqual(['Create', 'Update', 'Update'])
  })
  it('custom lists keep the files of the latest versions only', async () => {
    const { id } = await made('Many')
    for (let version = 1; version <= listLimits.versions; version++)
      await replace('engineer', id, `SKU\n${version}\n`, version)
    const versions = (await get('viewer', `/${id}/versions`)).json as ListVersion[]
    expect([versions.length, versions.filter(({ stored }) => !stored).map(({ version }) => version)]).toEqual([
      listLimits.versions + 1,
      [1],
    ])
    expect(
      (
        await bench.call('engineer', 'POST', url(places.root, `/${id}/restore`), {
          version: 1,
          baseVersion: versions.length,
        })
      ).status,
    ).toBe(404)
  })
  it('custom lists change their description, not their name', async () => {
    const { id } = await made('Described')
    const changed = await bench.call('engineer', 'PATCH', url(places.root, `/${id}`), {
      description: ' What it is for ',
      name: 'Other',
    })
    expect(list(changed)).toMatchObject({ name: 'Described', description: 'What it is for', version: 1 })
    expect(
      (await bench.call('engineer', 'PATCH', url(places.root, `/${id}`), { description: 'x'.repeat(501) })).status,
    ).toBe(422)
  })
  it('values are added to a column of a custom list, each once', async () => {
    const { id } = await made('limits', "SKU,Limit\n'=A-1,250\nB-2,90\n")
    const append = (body: object, who = 'engineer') =>
      bench.call(who, 'POST', url(places.root, `/${id}/values`), { column: 'sku', ...body })
    expect((await append({ values: ['b-2 ', 'C-3', '=D', 'c-3'] })).json).toEqual({ added: 2, unchanged: 2 })
    const { rows } = (await get('engineer', `/${id}/rows`)).json as { rows: { cells: string[] }[] }
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['=A-1', '250'],
      ['B-2', '90'],
      ['C-3', ''],
      ['=D', ''],
    ])
    expect((await append({ values: ['C-3'] })).json).toEqual({ added: 0, unchanged: 1 })
    expect((list(await get('engineer', `/${id}`)) as CustomList).version).toBe(2)
    expect((await append({ values: ['x'], column: 'Nothing' })).status).toBe(422)
    expect((await append({ values: [] })).status).toBe(422)
    expect((await append({ values: ['x'] }, 'viewer')).status).toBe(403)
    expect((await audit()).map(({ operation }) => operation).toSorted()).toEqual(['Create', 'Update'])
  })
  it('custom lists are downloaded as they came, several in an archive', async () => {
    const one = await made('One: "a"', '\uFEFFa,b\r\n"1",2\r\n')
    const two = await made('Two')
    const download = (listIds: string[], more: object = {}) =>
      bench.app.request(`/api/console/v1${url(places.root, '/download')}`, {
        method: 'POST',
        headers: { authorization: 'Bearer viewer', 'content-type': 'application/json' },
        body: JSON.stringify({ listIds, ...more }),
      })
    const single = await download([one.id])
    expect([single.headers.get('content-type'), single.headers.get('content-disposition')]).toEqual([
      'text/csv',
      expect.stringContaining('One_ _a_.csv'),
    ])
    expect([...new Uint8Array(await single.arrayBuffer())]).toEqual([
      ...new TextEncoder().encode('\uFEFFa,b\r\n"1",2\r\n'),
    ])
    expect(single.headers.get('content-disposition')).toMatch(/^attachment;/)
    const archive = new Uint8Array(await (await download([one.id, two.id])).arrayBuffer())
    expect([...archive.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4])
    expect((await download([one.id, randomUUID()])).status).toBe(404)
    expect((await download([one.id, two.id], { version: 1 })).status).toBe(422)
  })
  it('custom lists are downloaded without formulas, and are the same list when they are uploaded', async () => {
    const cells = ['=1+1', '+49 30 1', '-5', '@SUM(1)', '\t=1', '\r=1', "'=1", "''=1", "it's", 'plain', '']
    const quoted = (texts: string[]) => texts.map(text => `"${text}"`).join(',')
    const header = ['=kind', ...cells.slice(1).map((_, index) => `c${index}`)]
    const original = await made('Formulas', `\uFEFF${quoted(header)}\r\n${quoted(cells)}\r\n`)
    const rowsOf = async (id: string) => (await get('viewer', `/${id}/rows`)).json
    const download = await bench.app.request(`/api/console/v1${url(places.root, '/download')}`, {
      method: 'POST',
      headers: { authorization: 'Bearer viewer', 'content-type': 'application/json' },
      body: JSON.stringify({ listIds: [original.id] }),
    })
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await download.arrayBuffer())
    const exported = text.slice(1).split(/,|\r\n/)
    expect(text.startsWith('\uFEFF')).toBe(true)
    expect(exported.filter(cell => /^"?[=+\-@\t\r]/.test(cell))).toEqual([])
    const again = await made('Formulas again', text)
    expect(await rowsOf(again.id)).toEqual(await rowsOf(original.id))
    expect(JSON.stringify(await rowsOf(original.id))).toContain('"+49 30 1"')
  })
  it('custom lists are kept while a rule uses them, which is named', async () => {
    const used = await made('Risky Products')
    const free = await made('Free')
    await publishRule(
      'Blocked goods',
      'RETURN Reject() WHEN ContainsKey("risky products", "SKU", @"productList.sku") // Lookup("Free", "SKU"',
    )
    await publishRule('Elsewhere', 'RETURN Reject() WHEN ContainsKey("Free", "SKU", "x")', places.eu)
    expect((await get('viewer', `/${used.id}/dependents`)).json).toMatchObject([
      { resource: 'rule', name: 'Blocked goods', columns: ['SKU'], environment: 'Harbor' },
    ])
    const remove = (listIds: string[]) => bench.call('engineer', 'POST', url(places.root, '/remove'), { listIds })
    const refused = await remove([used.id])
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'LST010',
        message: 'The list Risky Products is used by Blocked goods.',
        details: { dependents: [{ name: 'Blocked goods' }] },
      },
    ])
    expect((await remove([used.id, free.id])).json).toMatchObject({
      deleted: [free.id],
      inUse: [{ listId: used.id, users: [{ name: 'Blocked goods' }] }],
    })
    expect((await remove([free.id])).json).toEqual({ deleted: [], inUse: [] })

    const without = await replace('engineer', used.id, 'Owner\nana\n', 1)
    expect([without.status, problems(without)]).toEqual([422, [['LST009', 1, 'SKU']]])
    expect(
      (await send('engineer', 'POST', url(places.root, '/check'), { listId: used.id, file: csv('Owner\nana\n') })).json,
    ).toMatchObject({ problems: [{ code: 'LST009', message: 'The column SKU is used by Blocked goods.' }] })
    expect((await replace('engineer', used.id, 'sku\nx\n', 1)).status).toBe(200)
  })
  it('the number of custom lists is limited', async () => {
    await bench.store.db
      .insertInto('list')
      .values(
        Array.from({ length: listLimits.lists }, (_, n) => ({
          id: randomUUID(),
          environment_id: places.root,
          name: `L${n}`,
          description: '',
          version: 1,
          columns: ['a'],
          rows: 0,
          size: 1,
          created_at: new Date(),
          updated_by: randomUUID(),
          updated_by_name: 'E',
          updated_at: new Date(),
        })),
      )
      .execute()
    expect((await create('engineer', 'One more', 'a\n')).body).toMatchObject({ code: 'lists.limit' })
    expect((await get('viewer', '?limit=50&search=L1')).json).toMatchObject({ total: 111, nextCursor: '50' })
  })
})

describe.each<[string, string, string, Record<string, string | File> | object | undefined]>([
  ['list', 'GET', '', undefined],
  ['get', 'GET', `/${randomUUID()}`, undefined],
  ['rows', 'GET', `/${randomUUID()}/rows`, undefined],
  ['versions', 'GET', `/${randomUUID()}/versions`, undefined],
  ['dependents', 'GET', `/${randomUUID()}/dependents`, undefined],
  ['describe', 'PATCH', `/${randomUUID()}`, { description: '' }],
  ['remove', 'POST', '/remove', { listIds: [randomUUID()] }],
  ['restore', 'POST', `/${randomUUID()}/restore`, { version: 1, baseVersion: 1 }],
  ['download', 'POST', '/download', { listIds: [randomUUID()] }],
])('%s', (name, method, path, body) => {
  it('the API of custom lists asks for a token and a right in the environment', async () => {
    const ask = (who: string | null, environment: string) => bench.call(who, method, url(environment, path), body)
    expect((await ask(null, places.root)).status).toBe(401)
    for (const [who, environment] of [
      ['engineer', places.foreign],
      ['outsider', places.root],
      ['engineer', places.box],
      ['nobody', places.root],
      ['application', places.root],
    ] as const) {
      expect([who, (await ask(who, environment)).status]).toEqual([who, 404])
    }
    expect((await ask('support', places.root)).body).toMatchObject({
      code: 'forbidden',
      details: { capability: 'lists.custom' },
    })
    expect((await ask('viewer', places.root)).status === 403).toBe(['describe', 'remove', 'restore'].includes(name))
  })
  it('the API of custom lists knows no list of another environment', async () => {
    if (name === 'list' || name === 'remove') return
    const { id } = list(await create('engineer', 'There', 'a\n', { environment: places.eu }))
    const foreign =
      body === undefined
        ? undefined
        : (JSON.parse(JSON.stringify(body).replace(/"listIds":\["[^"]+"\]/, `"listIds":["${id}"]`)) as object)
    expect(
      (await bench.call('engineer', method, url(places.root, path.replace(/[0-9a-f-]{36}/, id)), foreign)).status,
    ).toBe(404)
  })
})

it('a body that is not multipart is refused', async () => {
  expect(
    (await bench.call('engineer', 'POST', url(places.root), { listId: randomUUID(), name: 'X', file: 'a\n1' })).status,
  ).toBe(400)
})
