import type { Plugin } from 'vite'

/** Adds a line to every file of stories that goes through them, each as `story`, its language as `language`. */
function appendToStories(name: string, line: string): Plugin {
  return {
    name,
    enforce: 'pre',
    transform(code, id) {
      if (!/\.stories\.tsx$/.test(id.split('?')[0] ?? '') || !/export default meta\b/.test(code)) return null
      const names = [...code.matchAll(/^export const (\w+)/gm)].map(match => match[1])
      return {
        code: `${code}\nfor (const story of [${names.join(', ')}]) { const language = story?.globals?.locale ?? meta.globals?.locale; ${line} }\n`,
        map: null,
      }
    },
  }
}

/**
 * Interaction tests speak the language they were written in: in another one a story is drawn and audited as it opens. A
 * story that names its own language keeps its play in every mode.
 */
export const stripPlay = (): Plugin => appendToStories('assay-strip-play', 'if (!language) delete story.play')

/**
 * The same for a story that is drawn a second time in another language (see themes-check.ts), which says that it has one
 * of its own.
 */
export const playOnce = (): Plugin =>
  appendToStories(
    'assay-play-once',
    'if (language) story.parameters = { ...story.parameters, ownLanguage: true }; if (story.play) { const { play } = story; story.play = context => globalThis.skipStoryPlay ? undefined : play(context) }',
  )
