import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { coverContent } from './content-box.ts'
import type { VisualMode } from './modes.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
/** The references were made by another Chromium: differences are printed and fail nothing. */
const otherBrowser = environment.SNAPSHOT_SOFT === '1'

/** Maximum height in pixels: a page of a hundred rows is not a useful picture. */
const maxHeight = 4000
/**
 * Maximum time in milliseconds until a story shows anything, and until it is complete: parts loaded at first use appear
 * a moment later.
 */
const renderTimeout = 1500
/** Maximum time in milliseconds until a map is drawn: it is started anew for each story. */
const mapTimeout = 10_000
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

/** A map loads its borders from a separate file, and draws them some frames later. */
const hasPendingMap = (): boolean =>
  document.querySelector('canvas.maplibregl-canvas') !== null && document.querySelector('[data-ready]') === null

async function waitWhile(isPending: () => boolean, timeout: number): Promise<void> {
  for (const end = performance.now() + timeout; isPending() && performance.now() < end; )
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Waits until the mounted story shows itself instead of nothing or of the fallback of a part. */
export const waitUntilShown = (): Promise<void> => waitWhile(() => isBlank() || showsFallback(), renderTimeout)

interface PictureOptions {
  /** Makes the picture that is missing; part of the message. */
  command: string
  /** Leaves out the empty page around the content. */
  cropped?: boolean
}

/**
 * Takes a picture of the mounted story at its full height and compares it with its reference; throws when it differs.
 * @param storyId `forms-select--matrix`
 */
export async function comparePicture(
  storyId: string,
  mode: VisualMode,
  { command, cropped = false }: PictureOptions,
): Promise<void> {
  await waitUntilShown()
  await waitWhile(hasPendingMap, mapTimeout)
  await document.fonts.ready
  scrollTo(0, 0)
  // Layers float above the page: the picture is at least as high as the window.
  const { style } = document.body
  style.minBlockSize = '100vh'
  // Content below the window would be cut off: the window grows with it, up to a limit.
  const window = { width: innerWidth, height: innerHeight }
  const height = Math.min(document.documentElement.scrollHeight, maxHeight)
  if (height > window.height) await page.viewport(window.width, height)
  const cover = cropped ? coverContent(Math.max(height, window.height)) : undefined
  try {
    await expect(page.elementLocator(cover ?? document.body)).toMatchScreenshot(`${mode}/${storyId.replace('--', '/')}`)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (otherBrowser) return console.warn(`differs from its reference: ${storyId} (${mode})`)
    error.message = error.message.includes('No existing reference')
      ? `${storyId} (${mode}) has no reference picture. Look at the story, then make it: npm run snapshots -- ${command}`
      : `${storyId} (${mode}) looks different. If it is meant: npm run snapshots -- --matrix --update\n${error.message}`
    throw error
  } finally {
    cover?.remove()
    style.minBlockSize = ''
    if (height > window.height) await page.viewport(window.width, window.height)
  }
}
