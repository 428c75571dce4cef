/**
 * Pictures of the stories.
 *   npm run snapshots                       every story in every mode it is taken in, as a page to review and sign
 *   npm run snapshots -- --base main~1      the same, each beside the picture of that commit, which is made first
 *   npm run snapshots -- --matrix           compares the pictures in the repository, as npm test does
 *   npm run snapshots -- --matrix --update  makes them anew: look at them, then commit .storybook/__screenshots__
 *   npm run snapshots -- --trees            writes what assistive technology is told: design-system/testing/trees
 * `--mode dark` (more than once) takes some modes only; `--no-axe` leaves out the audit of each picture; any other word
 * picks story files by their path.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumVersion, referenceBrowserFile, referenceFolder } from '../../.storybook/browser.ts'
import { type VisualMode, visualModes } from '../../.storybook/modes.ts'
import { productionBuild, reports, root, run } from '../test/stages.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { collectEvidence } from './evidence.ts'

const limit = 20_000_000
const out = path.join(reports, 'snapshots')
const trees = path.join(root, 'design-system/testing/trees')

const cliArguments = process.argv.slice(2)
const flag = (name: string) => cliArguments.includes(`--${name}`)
const values = (name: string) =>
  cliArguments.flatMap((word, index) => (word === `--${name}` ? [cliArguments[index + 1] ?? ''] : []))
const filters = cliArguments.filter(
  (word, index) => !word.startsWith('--') && !['--mode', '--base'].includes(cliArguments[index - 1] ?? ''),
)
const requestedModes = values('mode')
const unknownModes = requestedModes.filter(name => !visualModes.some(mode => mode === name))
if (unknownModes.length > 0) {
  console.error(`No such mode: ${unknownModes.join(', ')}. Modes: ${visualModes.join(', ')}.`)
  process.exit(2)
}

const pictures = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.png'))
    : []
const vitest = (args: string[], env: Record<string, string>) =>
  run({
    command: 'vitest',
    args: ['run', '--config', '.storybook/visual.config.ts', ...args, ...filters],
    env: { ...productionBuild, ...env },
  })

/** Compares the pictures of the repository with the stories as they look now. */
async function compareMatrix(): Promise<number> {
  const update = flag('update')
  if (update && filters.length === 0)
    for (const mode of ['light', 'rtl', 'dark', 'forced'])
      rmSync(path.join(referenceFolder, mode), { recursive: true, force: true })
  const code = await run({
    command: 'vitest',
    args: [
      'run',
      '--config',
      '.storybook/vitest.config.ts',
      '--project',
      'stories',
      update ? '--update=all' : '--retry=1',
      ...filters,
    ],
    env: { ...productionBuild, STORYBOOK_MODE: 'light', STORYBOOK_REFERENCES: 'only' },
  })
  if (!update) return code
  writeFileSync(referenceBrowserFile, `${JSON.stringify({ chromium: chromiumVersion() }, null, 2)}\n`)
  const files = pictures(referenceFolder)
  const size = files.reduce((sum, name) => sum + statSync(path.join(referenceFolder, name)).size, 0)
  console.log(
    `${files.length} pictures, ${(size / 1e6).toFixed(1)} MB of ${limit / 1e6}, Chromium ${chromiumVersion()}.`,
  )
  if (size > limit) console.error('That is more than the repository keeps: leave out stories or make them smaller.')
  return size > limit ? 1 : code
}

/** Renders the pictures of another commit: its components in the current modes. */
async function renderPictures(commit: string, folder: string, chosen: readonly string[]): Promise<void> {
  const tree = mkdtempSync(path.join(tmpdir(), 'assay-base-'))
  try {
    execFileSync('git', ['worktree', 'add', '--detach', '--force', tree, commit], { cwd: root, stdio: 'ignore' })
    symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), 'junction')
    cpSync(path.join(root, '.storybook'), path.join(tree, '.storybook'), {
      recursive: true,
      filter: file => !file.includes('__screenshots__'),
    })
    await run({
      command: 'vitest',
      args: [
        'run',
        '--root',
        tree,
        '--config',
        path.join(tree, '.storybook/visual.config.ts'),
        '--update=all',
        '--reporter=dot',
        ...filters,
      ],
      env: {
        ...productionBuild,
        SNAPSHOT_MODES: chosen.join(','),
        SNAPSHOT_FOLDER: folder,
        STORIES_CACHE: path.join(root, 'node_modules/.cache/stories-base'),
      },
    })
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root, stdio: 'ignore' })
  }
}

/** `dark/forms-select/matrix.png`: mode, component, story. */
function collectPictures(folder: string, changed: string): Picture[] {
  const before = pictures(folder)
  const differing = pictures(changed)
  const parse = (name: string) => {
    const [mode = '', component = '', story = ''] = name
      .replaceAll('\\', '/')
      .replace(/(-reference)?\.png$/, '')
      .split('/')
    return { mode: mode as VisualMode, id: `${component}--${story}` }
  }
  const relative = (from: string, name: string) => path.relative(out, path.join(from, name)).replaceAll('\\', '/')
  const captured = before.map(name => {
    const [actual, diff] = ['actual', 'diff'].map(kind =>
      differing.find(other => other === name.replace(/\.png$/, `-${kind}.png`)),
    )
    return {
      ...parse(name),
      now: relative(actual ? changed : folder, actual ?? name),
      ...(actual ? { before: relative(folder, name) } : {}),
      ...(diff ? { diff: relative(changed, diff) } : {}),
    }
  })
  const fresh = differing
    .filter(name => name.endsWith('-reference.png'))
    .map(name => ({ ...parse(name), now: relative(changed, name), fresh: true }))
  return [...captured, ...fresh]
}

/** The commit of the pictures, and whether the tree has changes beside it. */
function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+changes'}`
}

async function writeSheet(): Promise<number> {
  const chosen = requestedModes.length > 0 ? requestedModes : visualModes
  const [base] = values('base')
  const folder = path.join(out, base === undefined ? 'now' : 'base')
  const changed = path.join(out, 'changed')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  if (base !== undefined) {
    console.log(`Pictures of ${base} ...`)
    await renderPictures(base, folder, chosen)
  }
  const report = path.join(out, 'stories.json')
  const code = await vitest(
    [
      ...(base === undefined ? ['--update=all'] : []),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      SNAPSHOT_MODES: chosen.join(','),
      SNAPSHOT_FOLDER: folder,
      ...(flag('no-axe') ? {} : { SNAPSHOT_AUDIT: '1' }),
    },
  )
  const all = collectPictures(folder, changed)
  writeFileSync(
    path.join(out, 'index.html'),
    contactSheet(all, {
      commit: describeCommit(),
      chromium: chromiumVersion(),
      evidence: collectEvidence(report, trees),
      ...(base === undefined ? {} : { base }),
    }),
  )
  console.log(
    `${all.length} pictures${base === undefined ? '' : `, ${all.filter(({ before, fresh }) => before !== undefined || fresh).length} new or different from ${base}`}. Leaf through them: ${path.relative(root, path.join(out, 'index.html'))}`,
  )
  return code
}

async function writeTrees(): Promise<number> {
  if (filters.length === 0) rmSync(trees, { recursive: true, force: true })
  const code = await run({
    command: 'vitest',
    args: [
      'run',
      '--config',
      '.storybook/vitest.config.ts',
      '--project',
      'stories',
      '--update=all',
      '--testNamePattern',
      '^(Playground|Matrix)$',
      ...filters,
    ],
    env: { ...productionBuild, STORYBOOK_MODE: 'light', STORYBOOK_TREES: '1' },
  })
  console.log(
    `${existsSync(trees) ? readdirSync(trees).length : 0} trees. Read the differences (git diff ${path.relative(root, trees)}), then commit them.`,
  )
  return code
}

process.exit(await (flag('trees') ? writeTrees() : flag('matrix') ? compareMatrix() : writeSheet()))
