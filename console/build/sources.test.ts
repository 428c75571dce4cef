import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { consoleSources } from '../../scripts/ensure.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const imported = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g

/** Matches the imports that remain without types. */
const used = /^(?:import|export) (?!type\b)[^']*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** A file and everything in this repository that it imports by a relative path. */
function reached(start: string, imports = imported, seen = new Set<string>()): Set<string> {
  if (seen.has(start)) return seen
  seen.add(start)
  for (const to of importsOf(start, imports)) {
    const next = path.resolve(path.dirname(start), to)
    if (/\.tsx?$/.test(next) && existsSync(next)) reached(next, imports, seen)
  }
  return seen
}
const importsOf = (file: string, imports: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(imports)].map(([, ...names]) => names.find(name => name !== undefined) ?? '')

it('a change of anything that runs in the page has the console built anew, the service of the sample data too', () => {
  const files = [...reached(path.join(root, 'risk-service/sample-data/index.ts'))].map(file =>
    path.relative(root, file).replaceAll('\\', '/'),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files).toContain('risk-service/engine/decide/decide.ts')
  expect(
    files.filter(file => !consoleSources.some(source => file === source || file.startsWith(`${source}/`))),
  ).toEqual([])
})

it('nothing of the service in the page needs what a page does not have', () => {
  const files = [...reached(path.join(root, 'risk-service/sample-data/index.ts'), used)]
  expect(files.length).toBeGreaterThan(100)
  const elsewhere = files.flatMap(file =>
    importsOf(file, used)
      .filter(name => /^(node:|pg$|pg-|undici$)/.test(name))
      .map(name => `${path.relative(root, file)}: ${name}`),
  )
  expect(elsewhere).toEqual([])
})
