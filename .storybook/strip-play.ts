import type { Plugin } from 'vite'

/** Appends a line to every story file; in it each story is `story`, its language `language`. */
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
 * Removes plays in other languages: interaction tests use the texts of one language, so in another one a story is
 * rendered and audited without its play. A story with its own language plays in every mode.
 */
export const stripPlay = (): Plugin => appendToStories('assay-strip-play', 'if (!language) delete story.play')

/**
 * Removes plays for a story that is rendered again in another language (see themes-check.ts), which sets a language
 * itself. Before a play the story is as a documentation page shows it: `beforeStoryPlay` looks at it then.
 */
export const playOnce = (): Plugin =>
  appendToStories(
    'assay-play-once',
    'if (language) story.parameters = { ...story.parameters, ownLanguage: true }; const { play } = story; story.play = context => { if (globalThis.skipStoryPlay) return; globalThis.beforeStoryPlay?.(context); return play?.(context) }',
  )
