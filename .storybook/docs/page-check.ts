import { frameHeightOf } from './frames.ts'

interface DrawnStory {
  title: string
  name: string
  tags: readonly string[]
}

/** What locks a page or hides it from assistive technology. */
const openOverlay =
  '[role="dialog"], [role="alertdialog"], [data-scroll-locked], [aria-hidden="true"] > #storybook-root'

/**
 * Throws when a story that a documentation page shows in the page itself is, before anything is pressed, open over it.
 * A story that is shown in a frame (see frames.ts) or on no page may be.
 */
export function assertFitsPage(story: DrawnStory): void {
  if (!story.tags.includes('autodocs') || frameHeightOf(story) !== undefined) return
  const overlay = document.querySelector(openOverlay)
  if (overlay === null) return
  throw new Error(
    `${story.title}, ${story.name} opens over its documentation page (<${overlay.localName}>): give it a frame in .storybook/docs/frames.ts`,
  )
}
