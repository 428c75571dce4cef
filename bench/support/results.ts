import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Row, root } from './harness.ts'

/** What a benchmark measured, when and where. */
export interface Section {
  revision: string
  at: string
  machine: string
  windowSeconds: number
  rows: Row[]
}

const resultsFile = path.join(root, 'bench/results.json')

/**
 * Stores the last result of each benchmark in the order of their names; what was not measured now stays as it was.
 * @param settings of this run
 */
export function writeResults(
  names: readonly string[],
  measured: Readonly<Record<string, Section>>,
  settings: object,
): void {
  const before = existsSync(resultsFile)
    ? ((JSON.parse(readFileSync(resultsFile, 'utf8')) as { sections?: Record<string, Section> }).sections ?? {})
    : {}
  const sections = Object.fromEntries(
    names.flatMap(name => {
      const section = measured[name] ?? before[name]
      return section ? [[name, section]] : []
    }),
  )
  writeFileSync(resultsFile, `${JSON.stringify({ ...settings, sections }, null, 2)}\n`)
}
