import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { isCaptured, isReference, storyLocationOf, type VisualMode } from './modes.ts'
import { preloadLazy } from './preload-lazy.ts'
import { storyDate } from './story-date.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
const visualMode = (environment.SNAPSHOT_MODE ?? 'light') as VisualMode
const isIncluded = environment.SNAPSHOT_SET === 'references' ? isReference : isCaptured

/** Maximum height in pixels: a page of a hundred rows is not a useful picture. */
const maxHeight = 4000

beforeAll(preloadLazy)

beforeEach(({ task, skip }) => {
  if (!isIncluded(visualMode, storyLocationOf(task.file.filepath, task.name))) skip()
  vi.setSystemTime(storyDate)
})

/**
 * Maximum time in milliseconds until a story shows anything, and until it is complete: parts loaded at first use appear
 * a moment later.
 */
const renderTimeout = 1500
const isBlank = (): boolean => document.body.innerText.trim() === ''

interface Fiber {
  /** 13 is a Suspense boundary, whose state is null while it shows its content. */
  tag: number
  memoizedState: unknown
  child: Fiber | null
  sibling: Fiber | null
}
function hasPendingSuspense(root: Fiber): boolean {
  const open = [root]
  for (let fiber = open.pop(); fiber !== undefined; fiber = open.pop()) {
    if (fiber.tag === 13 && fiber.memoizedState !== null) return true
    for (const next of [fiber.child, fiber.sibling]) if (next) open.push(next)
  }
  return false
}

/**
 * React shows the fallback of a part for a moment even when the part is loaded, and for a third of a second after
 * another fallback.
 */
const showsFallback = (): boolean =>
  [...document.body.children].some(element =>
    Object.entries(element).some(
      ([name, fiber]) =>
        name.startsWith('__reactContainer$') &&
        hasPendingSuspense((fiber as { stateNode: { current: Fiber } }).stateNode.current),
    ),
  )

async function waitUntilRendered(): Promise<void> {
  for (const end = performance.now() + renderTimeout; (isBlank() || showsFallback()) && performance.now() < end; )
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Runs while the story is still mounted. */
afterEach(async ({ task }) => {
  const { storyId } = task.meta as { storyId?: string }
  if (storyId === undefined || task.result?.state === 'fail') return
  await waitUntilRendered()
  await document.fonts.ready
  scrollTo(0, 0)
  // Layers float above the page: the picture is at least as high as the window.
  document.body.style.minBlockSize = '100vh'
  // Content below the window would be cut off: the window grows with it, up to a limit.
  const window = { width: innerWidth, height: innerHeight }
  const height = Math.min(document.documentElement.scrollHeight, maxHeight)
  if (height > window.height) await page.viewport(window.width, height)
  try {
    await expect(page.elementLocator(document.body)).toMatchScreenshot(storyId.replace('--', '/'))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (environment.SNAPSHOT_SOFT === '1') return console.warn(`differs from its reference: ${storyId} (${visualMode})`)
    error.message = error.message.includes('No existing reference')
      ? `${storyId} (${visualMode}) has no reference picture. Look at the story, then make it: npm run snapshots -- ${environment.SNAPSHOT_SET === 'references' ? '--matrix --update' : '--base main'}`
      : `${storyId} (${visualMode}) looks different. If it is meant: npm run snapshots -- --matrix --update\n${error.message}`
    throw error
  } finally {
    vi.useRealTimers()
    if (height > window.height) await page.viewport(window.width, window.height)
  }
})
