import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, file), 'utf8')

it('the library keeps heavy layers out of the light entry', () => {
  expect(read('index.ts')).not.toMatch(/\.\/(charts(?!\/light)|graph|map|editor)\//)
  // The small charts of cards and cells need no chart library.
  for (const file of readdirSync(path.resolve(import.meta.dirname, 'charts/light')))
    expect(read(`charts/light/${file}`), file).not.toContain("'recharts'")
})

it('the library exports every folder of a published layer from its entry', () => {
  for (const layer of ['primitives', 'data-display', 'feedback', 'forms', 'overlays', 'navigation', 'patterns']) {
    const entry = read(`${layer}/index.ts`)
    const folders = readdirSync(path.resolve(import.meta.dirname, layer), { withFileTypes: true })
      .filter(item => item.isDirectory())
      .map(item => item.name)
    expect(
      folders.filter(name => !entry.includes(`./${name}/`)),
      layer,
    ).toEqual([])
  }
})
