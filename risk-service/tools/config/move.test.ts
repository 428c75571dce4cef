import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createImportTarget } from '../../features/configuration/testing/config-import.ts'
import { type EnvironmentAddress, findEnvironment } from '../../kernel/environments/find-environment.ts'
import type { Store } from '../../kernel/store/store.ts'
import { createTestStore } from '../../kernel/store/testing/test-store.ts'
import { writeFolder } from './folder.ts'
import { moveFolder } from './move.ts'

let store: Store
let folder: string
const printed: string[] = []
beforeAll(async () => {
  store = await createTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'move-'))
  printed.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  return async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true })
  }
})

async function target(): Promise<EnvironmentAddress> {
  const { id } = await createImportTarget(store)
  const found = await findEnvironment(store.db, id)
  if (typeof found === 'string') throw new Error(found)
  return found
}

it('prints each object with its state and the next act, the worst first, and writes the same report twice', async () => {
  const environment = await target()
  await writeFolder(
    folder,
    new Map([
      ['rules/purchase/Large.fql', 'RETURN Review() WHEN @"totalAmount" > 900'],
      ['rules/purchase/Broken.fql', 'RETURN Review('],
      ['lists/custom/Risky.csv', 'SKU\nA-1\n'],
      ['users.json', '[{"username":"ana@shop.example","roles":["FraudEngineer"]}]'],
      ['notes.txt.bak', 'x'],
    ]),
  )
  const report = path.join(folder, '.report.json')
  const run = (dryRun: boolean) => moveFolder(store, environment, folder, { dryRun, assessment: 'purchase', report })
  expect(await run(true)).toBe(false)
  const first = await readFile(report, 'utf8')
  expect(printed.filter(line => /^\w.*:/.test(line))).toEqual([
    'failed: rule purchase/Broken (nothing to store)',
    'left out: file notes.txt.bak (nothing to store)',
    'needs you: user ana@shop.example (will be created)',
    'same: list Risky (will be created)',
    'same: rule purchase/Large (will be created)',
    '5 objects: 2 same, 0 same with a note, 1 needs you, 1 left out, 1 failed',
    'Nothing was changed: this was a dry run.',
  ])
  expect(printed.join('\n')).toContain('Invited until the first sign-in.')
  await run(true)
  expect(await readFile(report, 'utf8')).toBe(first)
  await run(false)
  printed.length = 0
  await run(false)
  expect(printed).toContain('same: rule purchase/Large (unchanged)')
})

it('an environment that has nothing to fail is a success', async () => {
  await writeFolder(folder, new Map([['lists/custom/Risky.csv', 'SKU\nA-1\n']]))
  expect(
    await moveFolder(store, await target(), folder, { dryRun: false, assessment: 'purchase', report: undefined }),
  ).toBe(true)
  expect(printed.at(-1)).toBe('New rules are inactive: try each with a back-test, then activate it.')
})
