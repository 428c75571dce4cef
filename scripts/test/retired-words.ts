/**
 * Fails when a retired name returns. Retired names stand in backticks in the last column of `docs/glossary.md`; `*`
 * stands for any letters. Identifiers and file names are compared, texts and comments are not.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './stages.ts'

const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
const rows = glossary.split('\n').filter(line => line.startsWith('| '))
const retired = rows.flatMap(row => {
  const [, word = '', , names = ''] = row.split('|').map(cell => cell.trim())
  return [...names.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => ({ pattern, word }))
})
if (retired.length === 0) throw new Error('docs/glossary.md retires no name: its table has another form.')

const regexOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', String.raw`[\w-]*`)}$`)
const fileNames = retired
  .filter(({ pattern }) => /\.tsx?$/.test(pattern))
  .map(each => ({ ...each, regex: regexOf(each.pattern) }))
const identifiers = retired
  .filter(({ pattern }) => !/\.tsx?$/.test(pattern))
  .map(each => ({ ...each, regex: regexOf(each.pattern) }))

/** Strings and comments become blanks, so that lines keep their numbers. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, part =>
    part.replaceAll(/[^\n]/g, ' '),
  )

const verdicts = new Map<string, string | null>()
function verdictOf(name: string): string | null {
  let verdict = verdicts.get(name)
  if (verdict === undefined) {
    verdict = identifiers.find(({ regex }) => regex.test(name))?.word ?? null
    verdicts.set(name, verdict)
  }
  return verdict
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(file => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('.generated.') && existsSync(path.join(root, file)))
const findings = files.flatMap(file => {
  const named = fileNames.find(({ regex }) => regex.test(path.basename(file)))
  const inName = named ? [`${file}: the name of the file is retired, the word is "${named.word}"`] : []
  const lines = codeOf(readFileSync(path.join(root, file), 'utf8')).split('\n')
  return [
    ...inName,
    ...lines.flatMap((line, index) =>
      [...new Set(line.match(/[A-Za-z_$][\w$]*/g) ?? [])].flatMap(name => {
        const word = verdictOf(name)
        return word === null ? [] : [`${file}:${index + 1}: ${name} is retired, the word is "${word}"`]
      }),
    ),
  ]
})
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`${retired.length} retired names, none in ${files.length} files.`)
