/** Stages of a test run: one after the other, each with its time and its counts, so that one run shows all failures. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { VisualMode } from '../../.storybook/modes.ts'
import { compiledModules } from '../compiled-modules.ts'
import { findChromium } from '../ensure.mjs'
import { slowestTests } from './slowest-tests.ts'

export interface Stage {
  name: string
  command: string
  args: string[]
  /** JSON report of the runner; stages without one count as a single check. */
  report?: string
  env?: Record<string, string>
  /** Printed before the stage starts. */
  note?: string
  /** Uses one processor only: it runs in parallel with another such stage, and its output is shown at its end. */
  single?: boolean
}

export interface StageResult {
  name: string
  passed: number
  failed: number
  seconds: number
  /** Tests of pages that passed only at the second try. */
  flakyTests: readonly string[]
  /** The tests that failed, each with the first line of its message. */
  failures: readonly string[]
}

export const root = path.resolve(import.meta.dirname, '../..')
export const reports = path.join(root, 'test-results')
/**
 * The native compiler, three times as fast. It is referenced by its path: the lint needs TypeScript 5, which installs
 * its own `tsc`.
 */
export const typeCompiler = path.join(root, 'node_modules/typescript-7/bin/tsc')
/** Rules for imports between folders; `npm run check` runs it, too. */
export const architecture: Stage = {
  name: 'architecture',
  command: 'node',
  args: ['scripts/test/architecture.ts'],
  single: true,
}
/** Number of slowest tests listed at the end of a run. */
const slowestShown = 10
/**
 * A page on a busy machine is sometimes too slow for a test, so its tests may be retried once; every retried test is
 * listed at the end, and a stage with more than this many of them has failed.
 */
const maxFlaky = 5
const flakyReportOf = (report: string): string => report.replace(/\.json$/, '.flaky.json')

/** Reporters of a run: for the terminal, as JSON, and for tests that needed a second try. */
export const reporters = (name: string): string[] => [
  '--reporter=default',
  '--reporter=json',
  `--reporter=${path.join(root, 'scripts/test/flaky-reporter.ts')}`,
  `--outputFile.json=${path.join(reports, `${name}.json`)}`,
]

export const vitest = (
  name: string,
  config: string,
  args: string[] = [],
  more: Pick<Stage, 'env' | 'note'> = {},
): Stage => ({
  name,
  command: 'vitest',
  args: ['run', '--config', config, ...reporters(name), ...args],
  report: path.join(reports, `${name}.json`),
  ...more,
})

/**
 * Stories are rendered by the production build of React: it takes an eighth less time, and nobody reads the warnings of
 * the development build in a run.
 */
export const productionBuild = { NODE_ENV: 'production' }

/**
 * Every story, rendered, played and audited by axe in light, with its accessibility tree and its picture compared, and
 * checked in a window of 320 pixels and at 200 % zoom; then audited in the other modes on the same page
 * (.storybook/themes-check.ts).
 */
export function stories(name: string, otherModes: readonly VisualMode[], note: string): Stage {
  const env = {
    ...productionBuild,
    STORYBOOK_MODE: 'light',
    STORYBOOK_TREES: '1',
    STORYBOOK_REFLOW: '1',
    STORYBOOK_REFERENCES: '1',
    STORYBOOK_MODES: otherModes.join(','),
  }
  return vitest(name, '.storybook/vitest.config.ts', ['--retry=1', '--project', 'stories'], { env, note })
}

/** Environment of the processes of a stage: the packages of this tree and the browser that was found. */
export function environment(): NodeJS.ProcessEnv {
  const chromium = findChromium()
  return {
    ...process.env,
    ...compiledModules,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    STORYBOOK_DISABLE_TELEMETRY: '1',
    FORCE_COLOR: '0',
  }
}

interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites?: Suite[]
}
interface Suite {
  suites?: Suite[]
  specs?: { title: string; tests: { status: string; results?: { error?: { message?: string } }[] }[] }[]
}
interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}
type JourneyStatus = 'flaky' | 'unexpected'
const journeysWithStatus = (
  expectedStatus: JourneyStatus,
  { suites = [], specs = [] }: Suite,
): { title: string; message: string | undefined }[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === expectedStatus)
      .map(({ results }) => ({ title, message: results?.at(-1)?.error?.message })),
  ),
  ...suites.flatMap(suite => journeysWithStatus(expectedStatus, suite)),
]
const firstLine = (message: string | undefined): string => (message ?? '').split('\n', 1)[0]?.slice(0, 300) ?? ''

/** The failures, which are listed at the end of a run: tests, and files that did not load. */
function collectFailures(report: UnitReport | JourneyReport): string[] {
  if ('stats' in report)
    return journeysWithStatus('unexpected', report).map(({ title, message }) => `${title}: ${firstLine(message)}`)
  return (report.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults
      .filter(test => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`)
    return tests.length > 0 || status !== 'failed' ? tests : [`${file}: ${firstLine(message)}`]
  })
}

function countResults(stage: Stage, code: number): Pick<StageResult, 'passed' | 'failed' | 'flakyTests' | 'failures'> {
  if (!stage.report || !existsSync(stage.report))
    return code === 0
      ? { passed: 1, failed: 0, flakyTests: [], failures: [] }
      : { passed: 0, failed: 1, flakyTests: [], failures: [] }
  const report = JSON.parse(readFileSync(stage.report, 'utf8')) as UnitReport | JourneyReport
  const failures = collectFailures(report)
  const flakyTests =
    'stats' in report
      ? journeysWithStatus('flaky', report).map(({ title }) => title)
      : existsSync(flakyReportOf(stage.report))
        ? (JSON.parse(readFileSync(flakyReportOf(stage.report), 'utf8')) as string[])
        : []
  const passed = 'stats' in report ? report.stats.expected + report.stats.flaky : report.numPassedTests
  const failed =
    ('stats' in report ? report.stats.unexpected : report.numFailedTests) +
    (flakyTests.length > maxFlaky ? flakyTests.length : 0)
  // A runner that fails without a failed test (a file that does not load, an unhandled error) still failed; so did one
  // that ran nothing.
  return {
    passed,
    failed: (code !== 0 && failed === 0) || passed + failed === 0 ? failed + 1 : failed,
    flakyTests,
    failures,
  }
}

/** Runs a command to its end; its output is sent to the terminal, or to `onOutput`. */
export function run(
  { command, args, env }: Pick<Stage, 'command' | 'args' | 'env'>,
  onOutput?: (chunk: Buffer) => void,
): Promise<number> {
  const output = onOutput ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
    env: { ...environment(), ...env },
  })
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
  return new Promise(resolve => {
    child.on('error', () => resolve(127))
    child.on('close', code => resolve(code ?? 1))
  })
}

async function runStage(stage: Stage, onOutput?: (chunk: Buffer) => void): Promise<StageResult> {
  if (stage.report !== undefined)
    for (const file of [stage.report, flakyReportOf(stage.report)]) rmSync(file, { force: true })
  const started = performance.now()
  const code = await run(stage, onOutput)
  return { name: stage.name, ...countResults(stage, code), seconds: Math.round((performance.now() - started) / 1000) }
}

const announce = ({ name, note }: Stage): void => console.log(`\n== ${name}${note === undefined ? '' : ` (${note})`}`)

/** Runs two at a time; the output of each is printed as a whole when it has ended. */
async function runInParallel(stages: readonly Stage[]): Promise<StageResult[]> {
  const queue = [...stages]
  const results = new Map<Stage, StageResult>()
  const worker = async (): Promise<void> => {
    for (let stage = queue.shift(); stage !== undefined; stage = queue.shift()) {
      const output: Buffer[] = []
      results.set(stage, await runStage(stage, chunk => output.push(chunk)))
      announce(stage)
      process.stdout.write(Buffer.concat(output))
    }
  }
  await Promise.all([worker(), worker()])
  return stages.flatMap(stage => results.get(stage) ?? [])
}

/** Runs all stages, prints the table and the last line `N passed, N failed`, and returns the exit code. */
export async function runStages(stages: readonly Stage[]): Promise<number> {
  mkdirSync(reports, { recursive: true })
  const results: StageResult[] = []
  const started = performance.now()
  const singles = availableParallelism() > 1 ? stages.filter(({ single }) => single) : []
  if (singles.length > 1) {
    console.log(`\n== two at a time: ${singles.map(({ name }) => name).join(', ')}`)
    results.push(...(await runInParallel(singles)))
  }
  for (const stage of singles.length > 1 ? stages.filter(({ single }) => !single) : stages) {
    announce(stage)
    results.push(await runStage(stage))
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log('')
  for (const { name, passed, failed, seconds } of results) {
    console.log(
      `${name.padEnd(16)}${String(passed).padStart(6)} passed${String(failed).padStart(5)} failed${String(seconds).padStart(6)} s`,
    )
  }
  const slowest = slowestTests(stages, root, slowestShown)
  if (slowest.length > 0) console.log(`\nThe ${slowest.length} slowest tests:`)
  for (const { stage, title, seconds: took } of slowest)
    console.log(`${took.toFixed(1).padStart(7)} s  ${stage}: ${title.slice(0, 160)}`)
  for (const { name, failures } of results) for (const failure of failures) console.log(`Failed: ${name}: ${failure}`)
  for (const { name, flakyTests } of results)
    for (const title of flakyTests) console.log(`Passed at the second try: ${name}: ${title}`)
  const total = results.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  )
  console.log(`${'together'.padEnd(44)}${String(seconds).padStart(6)} s`)
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
}
