import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'

/** The day of every picture: relative times would otherwise grow older with each run. */
const day = Date.UTC(2026, 0, 5, 13, 4, 5)

beforeEach(() => {
  vi.setSystemTime(day)
})

/** Runs while the story is still on the page. */
afterEach(async ({ task }) => {
  const { storyId } = task.meta as { storyId?: string }
  if (storyId === undefined || task.result?.state === 'fail') return
  await document.fonts.ready
  // Layers float above the page: the picture is at least as high as the window.
  document.body.style.minBlockSize = '100vh'
  await expect(page.elementLocator(document.body)).toMatchScreenshot(storyId)
})
