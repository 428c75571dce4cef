import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gunzip } from '../../engine/lib/gzip.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { configToFiles } from '../configuration/files/config-files.ts'
import type * as importing from '../configuration/import/import-config.ts'
import { loadConfiguration } from '../configuration/stored-configuration.ts'
import { importedAt } from '../configuration/testing/config-import.ts'
import { createMovingTarget } from './testing/moving-target.ts'

/** What somebody else changes between the dry run and the import. */
const { change } = vi.hoisted(() => ({ change: vi.fn<() => Promise<unknown>>() }))
vi.mock('../configuration/import/import-config.ts', async importOriginal => {
  const original = await importOriginal<typeof importing>()
  const importConfig: typeof original.importConfig = async (importer, parsed, options) => {
    if (!options.dryRun) await change()
    return original.importConfig(importer, parsed, options)
  }
  return { ...original, importConfig }
})

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

const list = { 'lists/custom/Risky.csv': 'SKU\nA-1\n' }
const listed = 'RETURN Reject("listed") WHEN ContainsKey("Risky", "SKU", @"productList.sku")'
const filesOf = async (id: string) => [...configToFiles(await loadConfiguration(store.db, id, importedAt, gunzip))]

describe('an application that is refused after its dry run', () => {
  it.each([
    {
      name: 'a colleague published a rule that reads the former column',
      reason: /SKU/,
      source: { 'lists/custom/Risky.csv': 'Product\nA-1\n' },
      meanwhile: (target: Awaited<ReturnType<typeof createMovingTarget>>) =>
        target.move({ 'rules/purchase/Reads.fql': listed }),
    },
    {
      name: 'a colleague deleted a list that a new rule reads',
      reason: /Risky/,
      source: { 'rules/purchase/Reads.fql': listed },
      meanwhile: ({ id }: Awaited<ReturnType<typeof createMovingTarget>>) =>
        store.db.deleteFrom('list').where('environment_id', '=', id).execute(),
    },
  ])('$name', async ({ reason, source, meanwhile }) => {
    const target = await createMovingTarget(store)
    change.mockResolvedValue(null)
    await target.move(list)
    let before: unknown
    change.mockImplementationOnce(async () => {
      await meanwhile(target)
      before = await filesOf(target.id)
    })
    const files = {
      ...source,
      'functions/Limit/function.json': JSON.stringify({
        parameters: [],
        properties: [{ name: 'V', type: 'Double', default: '0' }],
      }),
      'functions/Limit/properties/V.fql': 'RETURN 5',
    }
    const preview = await target.move(files, { dryRun: true })
    expect(preview.objects.map(({ action }) => action)).not.toContain('none')
    const report = await target.move(files)
    expect(report.refusal).toMatch(reason)
    expect(report.objects.map(({ action }) => action)).toEqual(['none', 'none'])
    expect(report.changed).toBe(false)
    expect(await filesOf(target.id)).toEqual(before)
  })
})
