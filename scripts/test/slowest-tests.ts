/** The slowest tests of a run, read from the JSON reports of its stages. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface TimedTest {
  stage: string
  title: string
  seconds: number
}

interface JourneySuite {
  suites?: JourneySuite[]
  specs?: { title: string; file: string; tests: { results?: { duration: number }[] }[] }[]
}
interface UnitReport {
  testResults?: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

const journeysOf = ({ suites = [], specs = [] }: JourneySuite): { title: string; ms: number }[] => [
  ...specs.map(({ title, file, tests }) => ({
    title: `e2e/${file} › ${title}`,
    ms: Math.max(0, ...tests.flatMap(({ results = [] }) => results.map(({ duration }) => duration))),
  })),
  ...suites.flatMap(journeysOf),
]

const unitsOf = ({ testResults = [] }: UnitReport, root: string): { title: string; ms: number }[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      title: `${path.relative(root, name)} › ${fullName}`,
      ms: duration ?? 0,
    })),
  )

/** The `count` slowest tests of these stages, slowest first. Stages without a report are ignored. */
export function slowestTests(
  stages: readonly { name: string; report?: string }[],
  root: string,
  count: number,
): TimedTest[] {
  const tests = stages.flatMap(({ name, report }) => {
    if (report === undefined) return []
    try {
      const content = JSON.parse(readFileSync(report, 'utf8')) as JourneySuite & UnitReport
      const timed = content.testResults === undefined ? journeysOf(content) : unitsOf(content, root)
      return timed.map(({ title, ms }) => ({ stage: name, title, seconds: ms / 1000 }))
    } catch {
      return []
    }
  })
  return tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
}
