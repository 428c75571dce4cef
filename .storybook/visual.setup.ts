import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fetchedLater } from './fetched-later.ts'
import { kept, type Look, placeOf, taken } from './modes.ts'
import { storyDay } from './story-day.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
const look = (environment.SNAPSHOT_LOOK ?? 'light') as Look
const wanted = environment.SNAPSHOT_SET === 'kept' ? kept : taken

/** Pixels: a page of a hundred rows is not a picture. */
const tallest = 4000

beforeAll(fetchedLater)

beforeEach(({ task, skip }) => {
  if (!wanted(look, placeOf(task.file.filepath, task.name))) skip()
  vi.setSystemTime(storyDay)
})

/**
 * Longest that a story may take to show anything, and all of it: what is fetched on first use stands there a moment
 * later.
 */
const patience = 1500
const showsNothing = (): boolean => document.body.innerText.trim() === ''

interface Fiber {
  /** 13 is a Suspense boundary, whose state is null while it shows what it is there for. */
  tag: number
  memoizedState: unknown
  child: Fiber | null
  sibling: Fiber | null
}
function waits(root: Fiber): boolean {
  const open = [root]
  for (let fiber = open.pop(); fiber !== undefined; fiber = open.pop()) {
    if (fiber.tag === 13 && fiber.memoizedState !== null) return true
    for (const next of [fiber.child, fiber.sibling]) if (next) open.push(next)
  }
  return false
}

/**
 * React shows the place of a part for a moment even when the part has been fetched, and a third of a second after it
 * showed another.
 */
const showsPlaces = (): boolean =>
  [...document.body.children].some(element =>
    Object.entries(element).some(
      ([name, fiber]) =>
        name.startsWith('__reactContainer$') && waits((fiber as { stateNode: { current: Fiber } }).stateNode.current),
    ),
  )

async function shown(): Promise<void> {
  for (const end = performance.now() + patience; (showsNothing() || showsPlaces()) && performance.now() < end; )
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Runs while the story is still on the page. */
afterEach(async ({ task }) => {
  const { storyId } = task.meta as { storyId?: string }
  if (storyId === undefined || task.result?.state === 'fail') return
  await shown()
  await document.fonts.ready
  scrollTo(0, 0)
  // Layers float above the page: the picture is at least as high as the window.
  document.body.style.minBlockSize = '100vh'
  // What reaches below the window would be cut off: the window grows with it, within reason.
  const window = { width: innerWidth, height: innerHeight }
  const height = Math.min(document.documentElement.scrollHeight, tallest)
  if (height > window.height) await page.viewport(window.width, height)
  try {
    await expect(page.elementLocator(document.body)).toMatchScreenshot(storyId.replace('--', '/'))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (environment.SNAPSHOT_SOFT === '1') return console.warn(`differs from its reference: ${storyId} (${look})`)
    error.message = error.message.includes('No existing reference')
      ? `${storyId} (${look}) has no reference picture. Look at the story, then make it: npm run snapshots -- ${environment.SNAPSHOT_SET === 'kept' ? '--matrix --update' : '--base main'}`
      : `${storyId} (${look}) looks different. If it is meant: npm run snapshots -- --matrix --update\n${error.message}`
    throw error
  } finally {
    vi.useRealTimers()
    if (height > window.height) await page.viewport(window.width, window.height)
  }
})
