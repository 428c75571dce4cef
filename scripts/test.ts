/**
 * Everything that CI runs, one stage after the other, with the time each took. Every stage runs even when an earlier one failed,
 * so that one run shows all that is wrong. Last line: `N passed, N failed`.
 *   npm test                 all stages
 *   npm test -- types lint   only the named ones
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './ensure.mjs'

interface Stage {
  name: string
  command: string
  args: string[]
  /** JSON report of the runner; stages without one count as a single check. */
  report?: string
}

const root = path.resolve(import.meta.dirname, '..')
const reports = path.join(root, 'test-results')
const vitest = (name: string, config: string): Stage => ({
  name,
  command: 'vitest',
  args: ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${path.join(reports, `${name}.json`)}`],
  report: path.join(reports, `${name}.json`),
})

const stages: Stage[] = [
  { name: 'lock', command: 'npm', args: ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error', '--silent'] },
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'lint', command: 'eslint', args: ['--config', 'design-system/lint/eslint.config.mjs', '--max-warnings', '0', '.'] },
  { name: 'architecture', command: 'depcruise', args: ['--config', 'scripts/dependency-cruiser.cjs', 'design-system', 'console', 'risk-service'] },
  { name: 'messages', command: 'node', args: ['scripts/check-messages.ts'] },
  vitest('units', 'risk-service/vitest.config.ts'),
  vitest('console', 'console/vitest.config.ts'),
  vitest('stories', '.storybook/vitest.config.ts'),
  { name: 'journeys', command: 'playwright', args: ['test', '--config', 'e2e/playwright.config.ts'], report: path.join(reports, 'journeys.json') },
]

function counts(stage: Stage, code: number): { passed: number; failed: number } {
  if (!stage.report || !existsSync(stage.report)) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const report: unknown = JSON.parse(readFileSync(stage.report, 'utf8'))
  const figures = report as { numPassedTests?: number; numFailedTests?: number; numFailedTestSuites?: number; stats?: { expected: number; unexpected: number; flaky: number } }
  const passed = figures.numPassedTests ?? figures.stats?.expected ?? 0
  const failed = figures.numFailedTests ?? (figures.stats ? figures.stats.unexpected + figures.stats.flaky : 0)
  // A runner that fails without a failed test (a file that does not load, an unhandled error) still failed; one that ran nothing too.
  return { passed, failed: (code !== 0 && failed === 0) || passed + failed === 0 ? failed + 1 : failed }
}

function run(stage: Stage): Promise<number> {
  const chromium = findChromium()
  const child = spawn(stage.command, stage.args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`, ...(chromium ? { CHROMIUM_PATH: chromium } : {}), STORYBOOK_DISABLE_TELEMETRY: '1', FORCE_COLOR: '0' },
  })
  return new Promise(resolve => {
    child.on('error', () => resolve(127))
    child.on('close', code => resolve(code ?? 1))
  })
}

const named = process.argv.slice(2)
const unknown = named.filter(name => !stages.some(stage => stage.name === name))
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${stages.map(stage => stage.name).join(', ')}.`)
  process.exit(2)
}
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const results: { name: string; passed: number; failed: number; seconds: number }[] = []
for (const stage of stages.filter(stage => named.length === 0 || named.includes(stage.name))) {
  console.log(`\n== ${stage.name}`)
  const started = performance.now()
  const code = await run(stage)
  results.push({ name: stage.name, ...counts(stage, code), seconds: Math.round((performance.now() - started) / 1000) })
}
console.log('')
for (const { name, passed, failed, seconds } of results) {
  console.log(`${name.padEnd(14)}${String(passed).padStart(6)} passed${String(failed).padStart(5)} failed${String(seconds).padStart(6)} s`)
}
const total = results.reduce((sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }), { passed: 0, failed: 0 })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
