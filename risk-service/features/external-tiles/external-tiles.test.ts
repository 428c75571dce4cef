import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TileDefinition } from '../../contract/index.ts'
import { type ConsoleBench, openConsoleBench, places } from '../../http/console-api/testing/console-bench.ts'
import { writeSetting } from '../../kernel/store/setting-store.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openConsoleBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.store.db.deleteFrom('setting').where('key', '=', 'externalTiles').execute()
  await bench.store.db.deleteFrom('audit_log').execute()
})

const tile = (more: object = {}) => ({
  id: randomUUID(),
  title: 'Chargebacks',
  description: 'Our desk',
  url: 'https://desk.example.com/',
  picture: null,
  roles: [] as string[],
  ...more,
})
const builtIn = { documentation: null, feedback: null, support: null }
const save = (tiles: unknown[], more: object = {}, { as = 'admin', environment = places.root as string } = {}) =>
  bench.call(as, 'PUT', `/environments/${environment}/external-tiles/definition`, {
    baseVersion: 0,
    tiles,
    builtIn,
    ...more,
  })
const titles = async (as: string, environment: string) => {
  const answer = await bench.call(as, 'GET', `/environments/${environment}/external-tiles`)
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  return (answer.json as { tiles: { title: string }[] }).tiles.map(({ title }) => title)
}

describe('external tiles', () => {
  it('external tiles are shown in their order in the root and everything below it, and nowhere else', async () => {
    expect(await titles('admin', places.root)).toEqual([])
    const saved = await save([tile({ title: 'B' }), tile({ title: 'A' })], {
      builtIn: { documentation: 'https://docs.example.com/', feedback: null, support: null },
    })
    expect([saved.status, (saved.json as TileDefinition).version]).toEqual([200, 1])
    for (const environment of [places.root, places.eu]) expect(await titles('admin', environment)).toEqual(['B', 'A'])
    expect(await titles('admin', places.box)).toEqual([])
    expect(await titles('outsider', places.foreign)).toEqual([])
    expect((await bench.call('viewer', 'GET', `/environments/${places.eu}/external-tiles`)).json).toMatchObject({
      builtIn: { documentation: 'https://docs.example.com/', feedback: null, support: null },
    })
  })

  it('the tiles of an earlier release have no address for support, and take one', async () => {
    const value = { version: 3, tiles: [], builtIn: { documentation: null, feedback: 'https://feedback.example.com/' } }
    await writeSetting(bench.store.db, places.root, 'externalTiles', value)
    const read = () => bench.call('viewer', 'GET', `/environments/${places.root}/external-tiles`)
    expect((await read()).json).toMatchObject({
      builtIn: { feedback: 'https://feedback.example.com/', support: null },
    })
    const support = 'https://desk.example.com/new'
    expect(
      (await save([], { baseVersion: 3, builtIn: { ...builtIn, support: 'http://desk.example.com/' } })).status,
    ).toBe(422)
    expect((await save([], { baseVersion: 3, builtIn: { ...builtIn, support } })).status).toBe(200)
    expect((await read()).json).toMatchObject({ builtIn: { support } })
  })

  it('external tiles are seen by the roles that they name', async () => {
    await save([
      tile({ title: 'All' }),
      tile({ title: 'Engineers', roles: ['FraudEngineer'] }),
      tile({ title: 'Viewers', roles: ['AllAreasViewer', 'SupportAgent'] }),
    ])
    expect(await titles('engineer', places.root)).toEqual(['All', 'Engineers'])
    expect(await titles('viewer', places.eu)).toEqual(['All', 'Viewers'])
    const answer = await bench.call('viewer', 'GET', `/environments/${places.root}/external-tiles`)
    expect(JSON.stringify(answer.json)).not.toContain('SupportAgent')
  })

  it('external tiles are defined with their roles, for those who may change them', async () => {
    const requested = tile({ title: 'Engineers', roles: ['FraudEngineer'] })
    await save([requested], { builtIn: { documentation: 'https://docs.example.com/', feedback: null, support: null } })
    const definition = (as: string, environment: string) =>
      bench.call(as, 'GET', `/environments/${environment}/external-tiles/definition`)
    expect(await definition('admin', places.root)).toMatchObject({
      status: 200,
      json: {
        version: 1,
        tiles: [{ id: requested.id, title: 'Engineers', roles: ['FraudEngineer'] }],
        builtIn: { documentation: 'https://docs.example.com/' },
      },
    })
    expect([
      (await definition('viewer', places.root)).status,
      (await definition('outsider', places.root)).status,
    ]).toEqual([403, 404])
    expect(await definition('outsider', places.foreign)).toMatchObject({ status: 200, json: { version: 0, tiles: [] } })
  })

  it('external tiles are at most six, with an https address and texts of bounded length', async () => {
    expect((await save(Array.from({ length: 6 }, () => tile()))).status).toBe(200)
    expect(
      (
        await save(
          Array.from({ length: 7 }, () => tile()),
          { baseVersion: 1 },
        )
      ).status,
    ).toBe(422)
    const wrong = [
      { title: '' },
      { title: '   ' },
      { title: 'x'.repeat(61) },
      { description: 'x'.repeat(201) },
      { roles: ['Emperor'] },
      { id: 'x' },
      ...[
        'http://desk.example.com/',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://',
        'desk.example.com',
        'https://user:secret@desk.example.com/',
        `https://desk.example.com/${'x'.repeat(2000)}`,
      ].map(url => ({ url })),
      ...[
        'https://desk.example.com/x.png',
        'data:image/svg+xml;base64,AAAA',
        'data:image/png;base64,<script>',
        `data:image/png;base64,${'A'.repeat(70_000)}`,
      ].map(picture => ({ picture })),
    ]
    for (const more of wrong) expect([more, (await save([tile(more)], { baseVersion: 1 })).status]).toEqual([more, 422])
    const id = randomUUID()
    expect((await save([tile({ id }), tile({ id })], { baseVersion: 1 })).status).toBe(422)
    expect(
      (
        await save([], {
          baseVersion: 1,
          builtIn: { documentation: 'http://x.example', feedback: null, support: null },
        })
      ).status,
    ).toBe(422)
    const longest = tile({
      title: 'x'.repeat(60),
      description: 'ü'.repeat(200),
      picture: 'data:image/webp;base64,AAAA',
    })
    expect((await save([longest], { baseVersion: 1 })).json).toMatchObject({ version: 2, tiles: [longest] })
  })

  it('external tiles belong to roots, and to whoever may configure them', async () => {
    for (const as of ['viewer', 'engineer', 'support']) {
      const refused = await save([tile()], {}, { as })
      expect([as, refused.status, refused.body]).toMatchObject([
        as,
        403,
        { details: { capability: 'admin.configuration', required: 'write' } },
      ])
      expect((await bench.call(as, 'GET', `/environments/${places.root}/external-tiles/definition`)).status).toBe(403)
    }
    expect((await save([tile()], {}, { environment: places.eu })).status).toBe(422)
    expect((await bench.call('admin', 'GET', `/environments/${places.eu}/external-tiles/definition`)).status).toBe(422)
    for (const [as, environment] of [
      ['outsider', places.root],
      ['local', places.root],
      ['nobody', places.root],
    ] as const) {
      expect((await save([tile()], {}, { as, environment })).status).toBe(404)
      expect((await bench.call(as, 'GET', `/environments/${environment}/external-tiles`)).status).toBe(404)
    }
    expect((await bench.call(null, 'GET', `/environments/${places.root}/external-tiles`)).status).toBe(401)
  })

  it('external tiles are saved once, notice who was faster, and are logged without the picture', async () => {
    const first = [tile({ picture: 'data:image/png;base64,AAAA' })]
    await save(first)
    // A repeat after a lost answer.
    expect(((await save(first)).json as TileDefinition).version).toBe(1)
    const late = await save([tile()])
    expect([late.status, late.body]).toMatchObject([409, { code: 'version.conflict', details: { currentVersion: 1 } }])
    expect((await save([], { baseVersion: 1 })).json as TileDefinition).toMatchObject({ version: 2, tiles: [] })
    const log = await bench.store.db
      .selectFrom('audit_log')
      .select(['resource_type', 'resource_id', 'environment_id', 'operation', 'after'])
      .orderBy('operation')
      .execute()
    expect(log).toMatchObject([
      {
        resource_type: 'ExternalTiles',
        resource_id: places.root,
        environment_id: places.root,
        operation: 'Create',
        after: { tiles: [{ title: 'Chargebacks', hasPicture: true }] },
      },
      { operation: 'Update', after: { tiles: [] } },
    ])
    expect(JSON.stringify(log)).not.toContain('base64')
  })
})
