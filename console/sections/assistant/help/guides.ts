import type { GuideBlock } from '@assay/design-system'

const folder = '../../../../docs/'
/** The guides of the documentation: a chunk each, fetched when it is opened. The table of the specification is none. */
const files = import.meta.glob<string>(['../../../../docs/**/*.md', '!../../../../docs/spec-coverage.md'], {
  query: '?raw',
  import: 'default',
})

/** Names of the guides: their paths below the folder of the documentation. */
const guideNames: ReadonlySet<string> = new Set(Object.keys(files).map(file => file.slice(folder.length)))

/** A guide that an address names, with the heading in it: `search.md#comparison`. */
export interface GuidePlace {
  name: string
  anchor?: string
}

/** Reads what an address says; null: it names no guide. */
export function readGuidePlace(text: string): GuidePlace | null {
  const [name = '', anchor = ''] = text.split('#')
  if (!guideNames.has(name)) return null
  return anchor === '' ? { name } : { name, anchor }
}

/** A guide, ready to be read: `hrefOf` gives the address of another one. */
type LoadedGuide = (hrefOf: (place: string) => string) => GuideBlock[]

/** Loads a guide, and what reads it. */
export async function loadGuide(name: string): Promise<LoadedGuide> {
  const load = files[`${folder}${name}`]
  if (load === undefined) throw new Error(`There is no guide ${name}.`)
  const [{ readGuide }, text] = await Promise.all([import('./read-guide.ts'), load()])
  return hrefOf => readGuide(text, { name, names: guideNames, hrefOf })
}
