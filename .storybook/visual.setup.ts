import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { isCaptured, storyLocationOf, type VisualMode } from './modes.ts'
import { comparePicture } from './picture.ts'
import { preloadLazy } from './preload-lazy.ts'
import { storyDate } from './story-date.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
const visualMode = (environment.SNAPSHOT_MODE ?? 'light') as VisualMode

beforeAll(preloadLazy)

beforeEach(({ task, skip }) => {
  if (!isCaptured(visualMode, storyLocationOf(task.file.filepath, task.name))) skip()
  vi.setSystemTime(storyDate)
})

/** Runs while the story is still mounted. */
afterEach(async ({ task }) => {
  const { storyId } = task.meta as { storyId?: string }
  if (storyId === undefined || task.result?.state === 'fail') return
  try {
    await comparePicture(storyId, visualMode, '--base main')
  } finally {
    vi.useRealTimers()
  }
})
