import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
afterEach(async ({ task }) => {
  const { storyId } = task.meta as { storyId?: string }
  if (storyId === undefined) return
  await document.fonts.ready
  document.body.style.minBlockSize = '100px'
  await page.screenshot({ element: document.body, path: `/work/main/test-results/dd/${(import.meta as any).env.SHOT ?? 'light'}/${storyId}.png` })
})
