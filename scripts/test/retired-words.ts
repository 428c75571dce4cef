/**
 * Fails when a retired name returns. Retired names are in backticks in the last column of `docs/glossary.md`; `*`
 * stands for any letters. Identifiers and file names are compared, texts and comments are not. The words of everyday
 * speech are retired in the folders that their table names, outside tests and migrations.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './stages.ts'

const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
const [concepts = '', everyday = ''] = glossary.split('\n## Words of everyday speech\n')
const rowsOf = (text: string): string[] => text.split('\n').filter(line => line.startsWith('| '))
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const retired = rowsOf(concepts).flatMap(row => {
  const [, word = '', , names = ''] = row.split('|').map(cell => cell.trim())
  return namesIn(names).map(pattern => ({ pattern, word }))
})
const everydayWords = rowsOf(everyday).flatMap(row => {
  const [, folders = '', words = ''] = row.split('|')
  return namesIn(folders).map(folder => ({ folder: `${folder}/`, words: new Set(namesIn(words)) }))
})
if (retired.length === 0 || everydayWords.length === 0)
  throw new Error('docs/glossary.md retires no name: a table has another form.')

const regexOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', String.raw`[\w-]*`)}$`)
const fileNames = retired
  .filter(({ pattern }) => /\.tsx?$/.test(pattern))
  .map(each => ({ ...each, regex: regexOf(each.pattern) }))
const identifiers = retired
  .filter(({ pattern }) => !/\.tsx?$/.test(pattern))
  .map(each => ({ ...each, regex: regexOf(each.pattern) }))

const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ')
/** Strings and comments become blanks, so that line numbers are preserved. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, blank)
/** Blanks the texts of template literals, but not the code in them. */
function withoutTemplateTexts(code: string): string {
  /** Number of open braces in each unclosed `${`. */
  const braces: number[] = []
  let inText = false
  return code.replaceAll(/\\.|\$\{|[`{}\n]|[^`{}\n$\\]+|[$\\]/g, part => {
    const open = braces.at(-1)
    if (part === '`') {
      inText = !inText
      return ' '
    }
    if (inText && part === '${') {
      braces.push(0)
      inText = false
      return '  '
    }
    if (inText) return blank(part)
    if (part === '}' && open === 0) {
      braces.pop()
      inText = true
    } else if (open !== undefined && (part === '{' || part === '}')) {
      braces.push((braces.pop() ?? 0) + (part === '{' ? 1 : -1))
    }
    return part
  })
}

const verdicts = new Map<string, string | null>()
function verdictOf(name: string): string | null {
  let verdict = verdicts.get(name)
  if (verdict === undefined) {
    verdict = identifiers.find(({ regex }) => regex.test(name))?.word ?? null
    verdicts.set(name, verdict)
  }
  return verdict
}

const namesByLine = (code: string): [name: string, line: number][] =>
  code
    .split('\n')
    .flatMap((line, index) =>
      [...new Set(line.match(/[A-Za-z_$][\w$]*/g) ?? [])].map((name): [string, number] => [name, index + 1]),
    )

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(file => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('.generated.') && existsSync(path.join(root, file)))
const findings = files.flatMap(file => {
  const named = fileNames.find(({ regex }) => regex.test(path.basename(file)))
  const inName = named ? [`${file}: the name of the file is retired, the word is "${named.word}"`] : []
  const code = codeOf(readFileSync(path.join(root, file), 'utf8'))
  const everydayFloor = /\.test\.tsx?$|\/migrations\//.test(file)
    ? undefined
    : everydayWords.find(({ folder }) => file.startsWith(folder))
  return [
    ...inName,
    ...namesByLine(code).flatMap(([name, line]) => {
      const word = verdictOf(name)
      return word === null ? [] : [`${file}:${line}: ${name} is retired, the word is "${word}"`]
    }),
    ...(everydayFloor ? namesByLine(withoutTemplateTexts(code)) : []).flatMap(([name, line]) =>
      everydayFloor?.words.has(name) ? [`${file}:${line}: ${name} is a word of everyday speech: say what it is`] : [],
    ),
  ]
})
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`${retired.length} retired names, none in ${files.length} files.`)
