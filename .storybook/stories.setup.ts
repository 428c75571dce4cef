import { afterEach, beforeAll, beforeEach, expect, type RunnerTestCase, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { type AxNode, describeTree } from '../design-system/testing/accessibility-tree.ts'
import { emulateMedia } from '../design-system/testing/appearance/emulate-media.ts'
import { assertFitsPage } from './docs/page-check.ts'
import { isReference, modes, storyLocationOf, type VisualMode } from './modes.ts'
import { comparePicture, waitUntilShown } from './picture.ts'
import { preloadLazy } from './preload-lazy.ts'
import { assertReflow, assertZoom } from './reflow-check.ts'
import { storyDate } from './story-date.ts'
import { assertLargeText } from './text-size-check.ts'
import {
  type AuditSummary,
  type ComposedStory,
  checkOtherModes,
  isMirrored,
  lastAuditOf,
  renderRightToLeft,
  summariseAudit,
  withForcedColours,
  withTheme,
} from './themes-check.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
/** Set by `npm test` and by the command that writes the references; not needed for single runs during development. */
const comparesTrees = environment.STORYBOOK_TREES === '1'
/** The modes besides the one in which stories are rendered: `dark,rtl`. Set by `npm test` and `npm run test:modes`. */
const otherModes = (environment.STORYBOOK_MODES ?? '').split(',').filter(name => name !== '')

/** Set by `npm test`: see reflow-check.ts and text-size-check.ts. */
const checksReflow = environment.STORYBOOK_REFLOW === '1'
/** The stories that show all of a component: its controls, its states, its longest texts. */
const overviewStories = ['Playground', 'Matrix', 'Long Content']

/** Set by `npm test` and by the commands of the reference pictures: `1` or `only`. */
const comparesPictures = (environment.STORYBOOK_REFERENCES ?? '') !== ''
const makeReference = '--matrix --update'

/** Whether the picture of a story in a mode is in the repository; all of them have one in light and one mirrored. */
const hasReferences = ({ name, file }: RunnerTestCase, mode: VisualMode = 'light'): boolean =>
  comparesPictures && isReference(mode, storyLocationOf(file.filepath, name))

/** One story represents its component: the one with all controls or, without one, the table of its states. */
function isRepresentative(task: RunnerTestCase): boolean {
  const names = task.file.tasks.map(({ name }) => name)
  return task.name === (names.includes('Playground') ? 'Playground' : 'Matrix')
}

interface Frame {
  frame: { id: string; url: string }
  childFrames?: Frame[]
}
const flattenFrames = (tree: Frame): Frame[] => [tree, ...(tree.childFrames ?? []).flatMap(flattenFrames)]

/** The accessibility tree of this frame, as exposed by Chromium. */
async function accessibilityTree(): Promise<string> {
  const session = cdp() as unknown as { send: (method: string, parameters?: object) => Promise<unknown> }
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: Frame }
  const own = flattenFrames(frameTree).find(({ frame }) => frame.url.split('#')[0] === location.href.split('#')[0])
  if (!own) throw new Error('The frame of the story was not found in the page')
  const { nodes } = (await session.send('Accessibility.getFullAXTree', { frameId: own.frame.id })) as {
    nodes: AxNode[]
  }
  return describeTree(nodes)
}

const references = (
  import.meta as unknown as { glob: (pattern: string, options: object) => Record<string, () => Promise<string>> }
).glob('../design-system/testing/trees/*.yml', { query: '?raw', import: 'default' })
/** Milliseconds to wait for a stable tree: announcements are removed and parts are loaded later. */
const treeTimeout = 3000
const pollInterval = 150

/** Returns the tree as soon as it equals the reference, else the one at the time-out. */
async function stableTree(storyId: string): Promise<string> {
  const reference = (await references[`../design-system/testing/trees/${storyId}.yml`]?.())?.trim()
  await waitUntilShown()
  const end = performance.now() + treeTimeout
  let tree = await accessibilityTree()
  while (tree.trim() !== reference && performance.now() < end) {
    await new Promise(resolve => setTimeout(resolve, pollInterval))
    tree = await accessibilityTree()
  }
  return tree
}

/** Pictures show components without motion, which read this when they mount. */
const emulateReducedMotion = (value: 'reduce' | '') => emulateMedia({ 'prefers-reduced-motion': value })

beforeAll(() => {
  Object.assign(globalThis, { beforeStoryPlay: assertFitsPage })
})
beforeAll(comparesPictures ? preloadLazy : () => undefined)

beforeEach(async context => {
  const task = context.task as RunnerTestCase
  if (environment.STORYBOOK_REFERENCES === 'only' && !hasReferences(task)) context.skip()
  // Relative times would change from run to run.
  if ((comparesTrees && isRepresentative(task)) || hasReferences(task)) vi.setSystemTime(storyDate)
  if (hasReferences(task)) await emulateReducedMotion('reduce')
})

afterEach(async context => {
  const task = context.task as RunnerTestCase
  const meta = task.meta as {
    storyId?: string
    reports?: unknown
    figures?: AuditSummary
    modes?: Record<string, AuditSummary>
  }
  const { story } = context as unknown as { story?: ComposedStory }
  const axe = story && lastAuditOf(story)
  if (axe) {
    meta.figures = summariseAudit(axe)
    delete meta.reports
  }
  try {
    await compareTree(task, meta.storyId)
    if (story && task.result?.state !== 'fail') await checkStory(story, task, meta)
  } finally {
    vi.useRealTimers()
    if (hasReferences(task)) await emulateReducedMotion('')
  }
})

/** Everything that is checked of a story that was drawn and played without a failure. */
async function checkStory(
  story: ComposedStory,
  task: RunnerTestCase,
  meta: { storyId?: string; modes?: Record<string, AuditSummary> },
): Promise<void> {
  const pictured = meta.storyId !== undefined && hasReferences(task) ? meta.storyId : undefined
  if (pictured !== undefined) {
    await comparePicture(pictured, 'light', { command: makeReference })
    const cropped = { command: makeReference, cropped: true }
    if (hasReferences(task, 'dark')) await withTheme('dark', () => comparePicture(pictured, 'dark', cropped))
    if (hasReferences(task, 'forced')) await withForcedColours(() => comparePicture(pictured, 'forced', cropped))
  }
  const checkReflow = async () => {
    if (!checksReflow) return
    const all = overviewStories.includes(task.name)
    if (all) await assertReflow()
    await assertZoom(all && task.file.filepath.includes('/templates/'))
  }
  await checkReflow()
  if (checksReflow && task.name === 'Matrix') await assertLargeText()
  const compareMirrored = async () => {
    if (pictured !== undefined) await comparePicture(pictured, 'rtl', { command: makeReference })
  }
  if (otherModes.length > 0) {
    const seen: Record<string, AuditSummary> = {}
    meta.modes = seen
    await checkOtherModes(
      story,
      otherModes,
      (mode, figures) => {
        seen[mode] = figures
      },
      async () => {
        await compareMirrored()
        await checkReflow()
      },
    )
  }
  // It was drawn and compared by then.
  if (pictured === undefined || (isMirrored(story) && otherModes.includes('rtl'))) return
  await emulateReducedMotion('reduce')
  if (isMirrored(story)) await renderRightToLeft(story, modes.rtl)
  await compareMirrored()
}

async function compareTree(task: RunnerTestCase, storyId: string | undefined): Promise<void> {
  if (!comparesTrees || storyId === undefined || !isRepresentative(task)) return
  try {
    if (task.result?.state === 'fail') return
    const file = `${task.file.filepath.split('/design-system/')[0]}/design-system/testing/trees/${storyId}.yml`
    await expect(await stableTree(storyId)).toMatchFileSnapshot(file)
  } catch (error) {
    if (error instanceof Error)
      error.message = `What assistive technology is told differs from design-system/testing/trees/${storyId}.yml (or there is none yet). If it is meant: npm run snapshots -- --trees\n${error.message}`
    throw error
  }
}
