import { afterEach, beforeEach, expect, type RunnerTestCase, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { type AxNode, describeTree } from '../design-system/testing/accessibility-tree.ts'
import { auditOf, type ComposedStory, figuresOf, otherLooks, type StoryFigures } from './every-look.ts'
import { reflows, zooms } from './reflow.ts'
import { storyDay } from './story-day.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
/**
 * Set by `npm test` and by the command that makes the references; single runs while a component is written do without.
 */
const readsTrees = environment.STORYBOOK_TREES === '1'
/** The looks besides the one stories are drawn in: `dark,rtl`. Set by `npm run test:modes`. */
const looks = (environment.STORYBOOK_LOOKS ?? '').split(',').filter(name => name !== '')

/** Set by `npm test` in light and mirrored: see reflow.ts. */
const narrows = environment.STORYBOOK_REFLOW === '1'
/** The stories that show all of a component: its controls, its states, its longest words. */
const whole = ['Playground', 'Matrix', 'Long Content']

/** One story speaks for its component: the one with all controls or, where there is none, the table of its states. */
function speaks(task: RunnerTestCase): boolean {
  const names = task.file.tasks.map(({ name }) => name)
  return task.name === (names.includes('Playground') ? 'Playground' : 'Matrix')
}

interface Frame {
  frame: { id: string; url: string }
  childFrames?: Frame[]
}
const flat = (tree: Frame): Frame[] => [tree, ...(tree.childFrames ?? []).flatMap(flat)]

/** The tree of this frame as Chromium hands it to assistive technology. */
async function accessibilityTree(): Promise<string> {
  const session = cdp() as unknown as { send: (method: string, parameters?: object) => Promise<unknown> }
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: Frame }
  const own = flat(frameTree).find(({ frame }) => frame.url.split('#')[0] === location.href.split('#')[0])
  if (!own) throw new Error('The frame of the story was not found in the page')
  const { nodes } = (await session.send('Accessibility.getFullAXTree', { frameId: own.frame.id })) as {
    nodes: AxNode[]
  }
  return describeTree(nodes)
}

const references = (
  import.meta as unknown as { glob: (pattern: string, options: object) => Record<string, () => Promise<string>> }
).glob('../design-system/testing/trees/*.yml', { query: '?raw', import: 'default' })
/** Announcements go and parts fetched later come: the tree of a story is the one it comes to rest with. */
const restless = 3000
const look = 150

/** The tree as the reference has it as soon as that is so, else as it is after a while. */
async function settledTree(storyId: string): Promise<string> {
  const reference = (await references[`../design-system/testing/trees/${storyId}.yml`]?.())?.trim()
  const end = performance.now() + restless
  let tree = await accessibilityTree()
  while (tree.trim() !== reference && performance.now() < end) {
    await new Promise(resolve => setTimeout(resolve, look))
    tree = await accessibilityTree()
  }
  return tree
}

beforeEach(({ task }) => {
  // Relative times would grow older from run to run.
  if (readsTrees && speaks(task as RunnerTestCase)) vi.setSystemTime(storyDay)
})

afterEach(async context => {
  const task = context.task as RunnerTestCase
  const meta = task.meta as {
    storyId?: string
    reports?: unknown
    figures?: StoryFigures
    looks?: Record<string, StoryFigures>
  }
  const { story } = context as unknown as { story?: ComposedStory }
  const axe = story && auditOf(story)
  if (axe) {
    meta.figures = figuresOf(axe)
    delete meta.reports
  }
  await compareTree(task, meta.storyId)
  if (narrows && task.result?.state !== 'fail') {
    const all = whole.includes(task.name)
    if (all) await reflows()
    await zooms(all && task.file.filepath.includes('/templates/'))
  }
  if (!story || looks.length === 0 || task.result?.state === 'fail') return
  const seen: Record<string, StoryFigures> = {}
  meta.looks = seen
  await otherLooks(story, looks, (look, figures) => {
    seen[look] = figures
  })
})

async function compareTree(task: RunnerTestCase, storyId: string | undefined): Promise<void> {
  if (!readsTrees || storyId === undefined || !speaks(task)) return
  try {
    if (task.result?.state === 'fail') return
    const file = `${task.file.filepath.split('/design-system/')[0]}/design-system/testing/trees/${storyId}.yml`
    await expect(await settledTree(storyId)).toMatchFileSnapshot(file)
  } catch (error) {
    if (error instanceof Error)
      error.message = `What assistive technology is told differs from design-system/testing/trees/${storyId}.yml (or there is none yet). If it is meant: npm run snapshots -- --trees\n${error.message}`
    throw error
  } finally {
    vi.useRealTimers()
  }
}
