import type { Plugin } from 'vite'

/**
 * Interaction tests speak the language they were written in: in another one a story is drawn and audited as it opens. A story
 * that names its own language keeps its play in every look.
 */
export function withoutPlays(): Plugin {
  return {
    name: 'assay-stories-without-plays',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.stories\.tsx$/.test(id.split('?')[0] ?? '') || !/export default meta\b/.test(code)) return null
      const names = [...code.matchAll(/^export const (\w+)/gm)].map(match => match[1])
      const strip = `\nfor (const story of [${names.join(', ')}]) if (!(story?.globals?.locale ?? meta.globals?.locale)) delete story.play\n`
      return { code: code + strip, map: null }
    },
  }
}
