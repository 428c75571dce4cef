import { afterEach, beforeEach, expect, vi, type RunnerTestCase } from 'vitest'
import { cdp } from 'vitest/browser'
import { describeTree, type AxNode } from '../design-system/testing/accessibility-tree.ts'
import { storyDay } from './story-day.ts'

interface AxeFinding {
  id: string
  tags: readonly string[]
  nodes: readonly unknown[]
}
interface StoryReport {
  type: string
  result?: { violations?: readonly AxeFinding[]; passes?: readonly AxeFinding[]; incomplete?: readonly AxeFinding[] }
}
/** What the report by component and criterion is made of; the whole of axe's findings would be 200 kB a story. */
export interface StoryFigures {
  violations: Record<string, number>
  passes: string[]
  incomplete: string[]
}

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
/** Set by `npm test` and by the command that makes the references; single runs while a component is written do without. */
const readsTrees = environment.STORYBOOK_TREES === '1'

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
  const { nodes } = (await session.send('Accessibility.getFullAXTree', { frameId: own.frame.id })) as { nodes: AxNode[] }
  return describeTree(nodes)
}

const references = (import.meta as unknown as { glob: (pattern: string, options: object) => Record<string, () => Promise<string>> })
  .glob('../design-system/testing/trees/*.yml', { query: '?raw', import: 'default' })
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
  const meta = task.meta as { storyId?: string; reports?: unknown; figures?: StoryFigures }
  const { story } = context as unknown as { story?: { reporting: { reports: StoryReport[] } } }
  const axe = story?.reporting.reports.find(({ type }) => type === 'a11y')?.result
  if (axe) {
    const ids = (findings: readonly AxeFinding[] = []) => findings.map(({ id }) => id)
    meta.figures = { violations: Object.fromEntries((axe.violations ?? []).map(({ id, nodes }) => [id, nodes.length])), passes: ids(axe.passes), incomplete: ids(axe.incomplete) }
    delete meta.reports
  }
  if (!readsTrees || meta.storyId === undefined || !speaks(task)) return
  try {
    if (task.result?.state === 'fail') return
    const file = `${task.file.filepath.split('/design-system/')[0]}/design-system/testing/trees/${meta.storyId}.yml`
    await expect(await settledTree(meta.storyId)).toMatchFileSnapshot(file)
  } catch (error) {
    if (error instanceof Error) error.message = `What assistive technology is told differs from design-system/testing/trees/${meta.storyId}.yml (or there is none yet). If it is meant: npm run snapshots -- --trees\n${error.message}`
    throw error
  } finally {
    vi.useRealTimers()
  }
})
