import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runningTitles } from './test-titles.ts'

/** A section of the specification that describes a screen: the files whose tests prove it. */
interface Screen {
  section: string
  title: string
  proofs: readonly string[]
}

/** Titles of a file that the page names. */
const shownTitles = 2

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/**
 * The second table of docs/spec-coverage.md: screen sections of documents 22 to 43, as `spec-screens.json` names them with
 * their tests and journeys. A section without files, or whose files have no running test, is a problem.
 */
export function readScreens(root: string): { page: string[]; lines: string[]; problems: string[] } {
  const screens = JSON.parse(readFileSync(path.join(import.meta.dirname, 'spec-screens.json'), 'utf8')) as Screen[]
  const problems: string[] = []
  const page = [
    '## Screens',
    '',
    'Sections of documents 22 to 43 that describe a screen, with the tests and journeys that prove them, as `scripts/docs/spec-screens.json`',
    'names them. A section without a running test fails the check.',
    '',
    '| Section | Screen | Proven by |',
    '|---|---|---|',
  ]
  const numbers = new Set<string>()
  for (const { section, title, proofs } of screens) {
    if (numbers.has(section)) problems.push(`${section} stands twice in spec-screens.json`)
    numbers.add(section)
    if (proofs.length === 0) problems.push(`${section} has no files with tests`)
    const proven = proofs.map(file => {
      const titles = existsSync(path.join(root, file)) ? runningTitles(path.join(root, file)) : []
      if (titles.length === 0) problems.push(`${section} "${title}" names ${file}, which has no running test`)
      const more = titles.length > shownTitles ? ` (and ${titles.length - shownTitles} more)` : ''
      return `\`${file}\`: ${titles.slice(0, shownTitles).map(cell).join('; ')}${more}`
    })
    page.push(`| ${section} | ${cell(title)} | ${proven.join('<br>')} |`)
  }
  page.push('')
  const lines = [`${screens.length} screen sections, all with a proof`]
  return { page, lines, problems }
}
