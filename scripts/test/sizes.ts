/**
 * A file is one concept of at most 300 lines as the formatter writes them, a folder holds at most 20 files. Tests,
 * stories, helpers of tests and generated files are free. `oversized.json` lists the files that are still to be split:
 * a new one fails, and so does one that no longer has to be listed.
 *   node scripts/test/sizes.ts --update   writes the list anew
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './stages.ts'

const maxLines = 300
const maxFiles = 20
const listFile = path.join(import.meta.dirname, 'oversized.json')
const free =
  /\.(test|spec|stories)\.tsx?$|\.browser\.test\.|\/testing\/|\.generated\.|grammar\/parser|\/practitioner\/|letter-pairs\.ts$|styles\/tokens\.css$/
/** Append-only or fixtures that tests read by listing the folder. */
const freeFolders = new Set([
  'risk-service/kernel/store/migrations',
  'risk-service/http/risk-api/samples',
  'design-system/testing/trees',
])

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter(file => file !== '' && existsSync(path.join(root, file)))

const linesOf = (file: string): number => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1
const long = files.filter(file => /\.(ts|tsx|mjs|cjs|css)$/.test(file) && !free.test(file) && linesOf(file) > maxLines)

const perFolder = new Map<string, number>()
for (const file of files)
  if (/\.(ts|tsx|json|css|md|mdx|fql)$/.test(file)) {
    const folder = path.dirname(file)
    perFolder.set(folder, (perFolder.get(folder) ?? 0) + 1)
  }
const full = [...perFolder].filter(([folder, count]) => count > maxFiles && !freeFolders.has(folder))

if (process.argv.includes('--update')) writeFileSync(listFile, `${JSON.stringify(long.toSorted(), null, 2)}\n`)
const listed = new Set(JSON.parse(readFileSync(listFile, 'utf8')) as string[])
const findings = [
  ...long.filter(file => !listed.has(file)).map(file => `${file}: ${linesOf(file)} lines, at most ${maxLines}`),
  ...[...listed].filter(file => !long.includes(file)).map(file => `${file}: short enough now, take it off the list`),
  ...full.map(([folder, count]) => `${folder}: ${count} files, at most ${maxFiles}`),
]
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`${files.length} files; ${listed.size} are still to be split.`)
