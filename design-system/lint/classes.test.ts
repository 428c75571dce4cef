import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const files = ['design-system', 'console'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/node_modules|[\\/]dist([\\/]|$)/.test(entry.parentPath))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const components = files.filter(file => file.endsWith('.tsx') && !/\.(test|stories)\.tsx$/.test(file))
const find = (list: readonly string[], pattern: RegExp) =>
  list.flatMap(file => [...read(file).matchAll(pattern)].map(match => `${file}: ${match[0].trim()}`))

/** Matches in class strings: between quotes or spaces, after any variants. */
const utility = (names: string) =>
  new RegExp(`(?<=["'\`\\s:])-?(?:${names})-(?:\\[|\\(|px\\b|auto\\b|full\\b|\\d)[^\\s"'\`]*(?=["'\`\\s])`, 'g')

it('the library has no utility that names a side of the screen', () => {
  expect(
    find(
      components,
      utility(
        'p[lr]|m[lr]|left|right|border-[lr]|rounded-(?:[lr]|t[lr]|b[lr])|scroll-[mp][lr]|space-x|divide-x|translate-x',
      ),
    ),
  ).toEqual([])
  expect(find(components, /(?<=["'`\s:])(?:text|float|clear|origin)-(?:left|right)(?=["'`\s])/g)).toEqual([])
})

it('the library knows no dark variant: tokens do', () => {
  expect(find(components, /(?<=["'`\s])dark:[^\s"'`]+/g)).toEqual([])
})

it('the library writes no height or width in pixels: it would not grow with the text', () => {
  expect(find(components, /(?<=["'`\s:])(?:(?:min|max)-)?[hw]-\[\d[\d.]*px\]/g)).toEqual([])
})

it('the library writes no side of the screen in style sheets', () => {
  const sheets = files.filter(file => file.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(3)
  expect(
    find(
      sheets,
      /^\s*(?:(?:margin|padding|border|scroll-(?:margin|padding))-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius)\s*:/gm,
    ),
  ).toEqual([])
  expect(find(sheets, /^\s*(?:text-align|float|clear)\s*:\s*(?:left|right)/gm)).toEqual([])
})

it('the library writes no side of the screen in style props', () => {
  expect(
    find(
      components.filter(file => file.startsWith('design-system/')),
      /\b(?:marginLeft|marginRight|paddingLeft|paddingRight|borderLeft\w*|borderRight\w*)\s*:/g,
    ),
  ).toEqual([])
})
