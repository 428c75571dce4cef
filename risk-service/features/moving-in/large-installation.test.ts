import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { movedFiles, movedSizes } from './testing/large-source.ts'
import { createMovingTarget } from './testing/moving-target.ts'

/** Milliseconds in which a large installation is previewed, moved in, and moved in again. */
const limit = 120_000

let store: Store
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())

it(
  'a large installation moves in within two minutes, and a repeat changes nothing',
  async () => {
    const { id, move } = await createMovingTarget(store)
    // Names of environments are unique in a tenant, which other tests have filled, too.
    const files = Object.fromEntries(
      movedFiles().map(({ path, text }) => [path, text.replaceAll('Moved-', `M${id.slice(0, 8)}-`)]),
    )
    const preview = await move(files, { dryRun: true })
    expect(preview.objects.filter(({ state }) => state !== 'same')).toEqual([])
    const applied = await move(files)
    expect(applied.refusal).toBeNull()
    const created = applied.objects.filter(({ action }) => action === 'create')
    const { rules, velocities, lists, environments } = movedSizes
    expect(created).toHaveLength(rules + velocities / 10 + lists + environments)
    expect((await move(files)).objects.filter(({ action }) => action !== 'none')).toEqual([])
  },
  limit,
)
