import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gunzip } from '../../../engine/lib/gzip.ts'
import type { Store } from '../../../kernel/store/store.ts'
import { createTestStore } from '../../../kernel/store/testing/test-store.ts'
import { configToFiles } from '../files/config-files.ts'
import { loadConfiguration } from '../stored-configuration.ts'
import { createImportTarget, importedAt, importFiles } from '../testing/config-import.ts'

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const files = (all: Record<string, string>) => new Map(Object.entries(all))
const stored = (id: string) => loadConfiguration(store.db, id, importedAt, gunzip)
const ips = 'lists/support/IP Support List.csv'

describe('a dry run', () => {
  it('a dry run is refused for what the import is refused for, and leaves nothing behind', async () => {
    const { id, importer, notified } = await createImportTarget(store)
    await importFiles(
      importer,
      files({
        'rules/purchase/Risky.fql': 'RETURN Reject() WHEN ContainsKey("Risky", "SKU", @"productList.sku")',
        'lists/custom/Risky.csv': 'SKU\nA-1\n',
      }),
    )
    const before = [...configToFiles(await stored(id))]
    // The rule is not in the folder: only the environment shows that it reads the column.
    for (const dryRun of [true, false])
      await expect(
        importFiles(importer, files({ 'lists/custom/Risky.csv': 'Product\nA-1\n' }), { dryRun }),
      ).rejects.toThrow('SKU')
    expect(
      await importFiles(
        importer,
        files({ 'lists/custom/Risky.csv': 'SKU,More\nA-1,1\n', 'rules/purchase/New.fql': 'RETURN Reject()' }),
        { dryRun: true },
      ),
    ).toMatchObject({ applied: false, problems: [], plan: { changes: [{ name: 'Risky' }, { name: 'New' }] } })
    expect([...configToFiles(await stored(id))]).toEqual(before)
    expect(notified).toEqual([id])
  })
})

describe('a function that takes more than it did', () => {
  const fn = (parameters: object[]) => ({
    'functions/Limit/function.json': JSON.stringify({
      parameters,
      properties: [{ name: 'V', type: 'Double', default: '0' }],
    }),
    'functions/Limit/properties/V.fql': 'RETURN 5',
  })
  const parameter = { name: '_a', type: 'Double', default: '1' }
  it('a changed signature is accepted with the rules that call the function, and refused without them', async () => {
    const { importer } = await createImportTarget(store)
    await importFiles(
      importer,
      files({ ...fn([]), 'rules/purchase/R.fql': 'RETURN Reject() WHEN Functions.Limit().V > 1' }),
    )
    await expect(importFiles(importer, files(fn([parameter])))).rejects.toThrow('Limit is used by R.')
    expect(
      await importFiles(
        importer,
        files({ ...fn([parameter]), 'rules/purchase/R.fql': 'RETURN Reject() WHEN Functions.Limit(2).V > 1' }),
      ),
    ).toMatchObject({ applied: true, problems: [] })
  })
})

describe('an import that deletes', () => {
  it('an import that deletes keeps the entry of a support list that the folder spells in another way', async () => {
    const { id, importer } = await createImportTarget(store)
    await importFiles(importer, files({ [ips]: 'Value,Status\n2001:db8:0:0::1,Block\n192.0.2.1,Block\n' }))
    await importFiles(importer, files({ [ips]: 'Value,Status\n2001:DB8::1,Safe\n' }), { prune: true })
    expect((await stored(id)).supportLists[0]?.entries.map(({ value, status }) => [value, status])).toEqual([
      ['2001:db8:0:0::1', 'Safe'],
    ])
  })
  it('an import that deletes brings settings back to what an environment starts with', async () => {
    const { id, importer } = await createImportTarget(store)
    await importFiles(
      importer,
      files({ 'settings.json': '{ "purchase": { "evaluation": "first", "payload": { "a": 1 } } }' }),
    )
    await importFiles(importer, files({ 'settings.json': '{ "purchase": { "payload": { "a": 1 } } }' }))
    expect((await stored(id)).settings).toEqual({ purchase: { evaluation: 'first', payload: { a: 1 } } })
    await importFiles(importer, files({ 'settings.json': '{ "purchase": { "payload": { "a": 1 } } }' }), {
      prune: true,
    })
    expect((await stored(id)).settings).toEqual({ purchase: { payload: { a: 1 } } })
  })
  it('an import that deletes does not take settings of an assessment that there is not', async () => {
    const { id, importer } = await createImportTarget(store)
    expect(
      await importFiles(importer, files({ 'settings.json': '{ "purchases": { "evaluation": "first" } }' })),
    ).toMatchObject({ applied: false, problems: [{ file: 'settings.json', code: 'CFG004' }] })
    expect((await stored(id)).settings).toEqual({})
  })
})
