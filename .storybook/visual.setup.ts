import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { isCaptured, storyLocationOf, testedModes, type VisualMode } from './modes.ts'
import { comparePicture } from './picture.ts'
import { preloadLazy } from './preload-lazy.ts'
import { storyDate } from './story-date.ts'
import { type AuditSummary, audit, type ComposedStory, summariseAudit } from './themes-check.ts'

const environment = (import.meta as { env?: Record<string, string | undefined> }).env ?? {}
const visualMode = (environment.SNAPSHOT_MODE ?? 'light') as VisualMode

/** Set for the page of pictures: the figures of axe stand beside them. */
const auditsPictures = environment.SNAPSHOT_AUDIT === '1' && testedModes.some(mode => mode === visualMode)

beforeAll(preloadLazy)

beforeEach(({ task, skip }) => {
  if (!isCaptured(visualMode, storyLocationOf(task.file.filepath, task.name))) skip()
  vi.setSystemTime(storyDate)
})

/** Runs while the story is still mounted. */
afterEach(async context => {
  const { task } = context
  const { story } = context as unknown as { story?: ComposedStory }
  const meta = task.meta as { storyId?: string; modes?: Record<string, AuditSummary> }
  if (meta.storyId === undefined || task.result?.state === 'fail') return
  try {
    await comparePicture(meta.storyId, visualMode, { command: '--base main', cropped: true })
  } finally {
    // Also beside a picture that differs.
    if (auditsPictures && story) meta.modes = { [visualMode]: summariseAudit(await audit(story, options => options)) }
    vi.useRealTimers()
  }
})
