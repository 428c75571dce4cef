import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { gunzip } from '../../engine/lib/gzip.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { configToFiles } from '../configuration/files/config-files.ts'
import { loadConfiguration } from '../configuration/stored-configuration.ts'
import { importedAt } from '../configuration/testing/config-import.ts'
import { createMovingTarget } from './testing/moving-target.ts'

/** What somebody else changes before a transaction begins. */
const change = vi.fn<() => Promise<unknown>>()

/** Before a transaction begins, somebody else may change something. */
function withChange(builder: ReturnType<Store['db']['transaction']>): ReturnType<Store['db']['transaction']> {
  return Object.assign(Object.create(builder) as typeof builder, {
    setIsolationLevel: (level: Parameters<typeof builder.setIsolationLevel>[0]) =>
      withChange(builder.setIsolationLevel(level)),
    setAccessMode: (mode: Parameters<typeof builder.setAccessMode>[0]) => withChange(builder.setAccessMode(mode)),
    execute: async (work: Parameters<typeof builder.execute>[0]) => {
      await change()
      return builder.execute(work)
    },
  })
}

/** The database of a store, before whose transactions somebody else may change something. */
const withChanges = ({ db, ...store }: Store): Store => ({
  ...store,
  db: new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return () => withChange(target.transaction())
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  }),
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
    change.mockReset().mockResolvedValue(null)
    const target = await createMovingTarget(withChanges(store))
    await target.move(list)
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
    let before: unknown
    // The configuration is read, and again by the dry run, which is a transaction of its own; then the import begins.
    for (let begun = 0; begun < 3; begun++) change.mockResolvedValueOnce(null)
    change.mockImplementationOnce(async () => {
      await meanwhile(target)
      before = await filesOf(target.id)
    })
    const report = await target.move(files)
    expect(before).toBeDefined()
    expect(JSON.stringify(report.refusal)).toMatch(reason)
    expect(report.objects.map(({ action }) => action)).toEqual(['none', 'none'])
    expect(report.changed).toBe(false)
    expect(await filesOf(target.id)).toEqual(before)
  })
})
