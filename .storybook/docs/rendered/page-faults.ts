import type { Status } from '../status.ts'
import type { PageContent } from './page-content.ts'

/** A documentation page with what it has to show. */
export interface ExpectedPage {
  id: string
  /** `Primitives/Button`. */
  title: string
  file: string
  /** A page of MDX, not one made from the stories of a component. */
  written: boolean
  /** Number of stories that it shows. */
  stories: number
  /** By the tags of its stories. */
  status: Status
}

/** Pages of stories about no component. */
const withoutComponent: readonly string[] = ['Foundations/Tokens']
/** What a value looks like that was not meant to be text, and a table that was not drawn. */
const notText = /\[object \w+\]|\bundefined\b|\bNaN\b|\|\s*-{3,}\s*\|/
/** Addresses of the documentation within itself: `?path=/docs/primitives-button--docs`, `iframe.html?id=…`. */
const ownAddress = /(?:\?path=\/(?:docs|story)\/|iframe\.html\?id=)([^&#]+)/

function headingFaults({ title, written }: ExpectedPage, headings: PageContent['headings']): string[] {
  const titles = headings.filter(({ level }) => level === 1).map(({ text }) => text)
  const name = title.split('/').at(-1) ?? ''
  const skipped = headings.filter(({ level }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
  return [
    ...(titles.length === 1 ? [] : [`has ${titles.length} headings of level 1: ${titles.join(', ')}`]),
    ...(written || titles[0] === name ? [] : [`is headed “${titles[0]}”, not “${name}”`]),
    ...skipped.map(({ level, text }) => `skips a level of headings before “${text}” (h${level})`),
  ]
}

function tableFaults({ title, written }: ExpectedPage, tables: PageContent['tables']): string[] {
  if (written) return []
  if (tables.length === 0 && !withoutComponent.includes(title)) return ['has no table of props']
  return tables.flatMap(({ name, rows }) => {
    const where = name === '' ? '' : ` of ${name}`
    if (rows.length === 0) return [`has an empty table of props${where}`]
    return rows.flatMap(row => [
      ...(row.described ? [] : [`has no description or no type of the prop ${row.name}${where}`]),
      ...(/\[object \w+\]|Setup controls/.test(row.text) ? [`shows “${row.text}” in its table of props${where}`] : []),
    ])
  })
}

function statusFaults({ title, written, status }: ExpectedPage, statuses: readonly string[]): string[] {
  if (written || withoutComponent.includes(title)) return []
  return statuses.length === 1 && statuses[0] === status
    ? []
    : [`shows the status “${statuses.join(', ')}” instead of “${status}”`]
}

/** What is wrong with a documentation page; empty where nothing is. */
export function pageFaults(expected: ExpectedPage, content: PageContent, ids: ReadonlySet<string>): string[] {
  const messages = content.messages.map(message => `writes an error to the console: ${message}`)
  if (content.exception !== undefined) return [`is not drawn: ${content.exception}`, ...messages]
  const [wrong] = notText.exec(content.text) ?? []
  return [
    ...headingFaults(expected, content.headings),
    ...statusFaults(expected, content.statuses),
    ...tableFaults(expected, content.tables),
    ...(content.stories === expected.stories
      ? []
      : [`shows ${content.stories} stories instead of ${expected.stories}`]),
    ...(wrong === undefined ? [] : [`shows “${wrong}” as text`]),
    ...content.links.flatMap(({ address, exists }) => {
      const target = ownAddress.exec(address)?.[1]
      return exists && (target === undefined || ids.has(target)) ? [] : [`has a link that leads nowhere: ${address}`]
    }),
    ...content.brokenImages.map(address => `has a picture that cannot be loaded: ${address}`),
    ...messages,
  ]
}
