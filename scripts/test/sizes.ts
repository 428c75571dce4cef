/**
 * A file is one concept of at most 300 formatted lines, a folder contains at most 20 files. Tests, stories, helpers of
 * tests and generated files are exempt.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './stages.ts'

const maxLines = 300
const maxFiles = 20
const free =
  /\.(test|spec|stories)\.tsx?$|\.browser\.test\.|\/testing\/|\.generated\.|grammar\/parser|\/practitioner\/|letter-pairs\.ts$|styles\/tokens\.css$/
/** Append-only folders, or fixtures that tests read by listing the folder. */
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

const findings = [
  ...long.map(file => `${file}: ${linesOf(file)} lines, at most ${maxLines}`),
  ...full.map(([folder, count]) => `${folder}: ${count} files, at most ${maxFiles}`),
]
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1
else console.log(`${files.length} files, none too long; no folder too full.`)
