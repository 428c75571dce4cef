/**
 * Everything that CI runs, with the time of each stage: first those that use one processor, two at a time, then the
 * others one after the other. Every stage runs even when an earlier one failed, so that one run shows all failures.
 * Last line: `N passed, N failed`.
 *   npm test                 all stages
 *   npm test -- types lint   only the named ones
 * Stories run in the light mode and in one other, which rotates with the commits; `STORY_MODE=forced npm test` chooses
 * it.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { testedModes } from '../../.storybook/modes.ts'
import { architecture, reports, root, runStages, type Stage, stories, typeCompiler, vitest } from './stages.ts'

/** The current mode of the rotation: by the number of commits, without a history by the day of the year. */
function rotatingMode(): { mode: (typeof testedModes)[number]; because: string } {
  const others = testedModes.slice(1)
  const requestedMode = process.env['STORY_MODE']
  if (requestedMode !== undefined) {
    const mode = testedModes.find(name => name === requestedMode)
    if (mode) return { mode, because: 'requested by STORY_MODE' }
    console.error(`STORY_MODE is ${requestedMode}, which is none of ${testedModes.join(', ')}.`)
    process.exit(2)
  }
  const at = (count: number) => others[count % others.length] ?? 'dark'
  try {
    const commits = Number(
      execFileSync('git', ['rev-list', '--count', 'HEAD'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    return { mode: at(commits), because: `commit ${commits}` }
  } catch {
    const now = new Date()
    const day = Math.floor(
      (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - Date.UTC(now.getUTCFullYear(), 0, 0)) /
        86_400_000,
    )
    return { mode: at(day), because: `day ${day} of the year` }
  }
}
const { mode, because } = rotatingMode()

const stages: Stage[] = [
  // Those that use one processor, the longest first: both processors are busy until the last one has ended.
  { ...vitest('conformance', '.storybook/vitest.config.ts', ['--project', 'conformance']), single: true },
  { ...vitest('pages', '.storybook/docs/rendered/vitest.config.ts'), single: true },
  { ...vitest('console', 'console/vitest.config.ts'), single: true },
  { name: 'types', command: 'node', args: [typeCompiler, '-p', '.'], single: true },
  {
    name: 'lint',
    command: 'eslint',
    args: ['--config', 'design-system/lint/eslint.config.mjs', '--max-warnings', '0', '.'],
    single: true,
  },
  { name: 'package', command: 'node', args: ['scripts/release/check-package.ts'], single: true },
  { ...vitest('library', 'design-system/vitest.config.ts'), single: true },
  architecture,
  { name: 'docs', command: 'node', args: ['scripts/docs/docs.ts', '--check'], single: true },
  { name: 'unused', command: 'knip', args: ['--no-progress', '--no-config-hints'], single: true },
  {
    name: 'lock',
    command: 'npm',
    args: ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error', '--silent'],
    single: true,
  },
  { name: 'packages', command: 'node', args: ['scripts/release/check-dependencies.ts'], single: true },
  { name: 'audit', command: 'node', args: ['scripts/release/audit.ts'], single: true },
  { name: 'format', command: 'biome', args: ['ci', '.'], single: true },
  { name: 'words', command: 'node', args: ['scripts/test/retired-words.ts'], single: true },
  { name: 'sizes', command: 'node', args: ['scripts/test/sizes.ts'], single: true },
  { name: 'messages', command: 'node', args: ['scripts/messages/check-messages.ts'], single: true },
  { name: 'spec', command: 'node', args: ['scripts/docs/spec-coverage.ts'], single: true },
  vitest('units', 'risk-service/vitest.config.ts'),
  stories('stories', [mode], `light and ${mode}, ${because}; STORY_MODE chooses another`),
  {
    name: 'journeys',
    command: 'playwright',
    args: ['test', '--config', 'e2e/playwright.config.ts'],
    report: path.join(reports, 'journeys.json'),
  },
]

const requested = process.argv.slice(2)
const unknown = requested.filter(name => !stages.some(stage => stage.name === name))
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. Stages: ${stages.map(stage => stage.name).join(', ')}.`)
  process.exit(2)
}
process.exit(await runStages(stages.filter(stage => requested.length === 0 || requested.includes(stage.name))))
