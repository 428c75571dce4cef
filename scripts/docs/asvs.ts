/**
 * OWASP ASVS 4.0.3, levels 1 and 2: what the code meets and by which proof, what it has no use for, and what it does not
 * meet. `docs/security/asvs.json` is the table; `docs/security/asvs.md` is made from it by `npm run docs`, which fails on
 * a proof that does not exist or does not run.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { code, generatedNotice, table } from './markdown.ts'
import { runningTitles } from './test-titles.ts'

/** A test by the title that it has in its file, or a file that shows it. */
interface Proof {
  file: string
  test?: string
}
/** One of `met`, `notApplicable` and `notMet` is there. */
interface Requirement {
  id: string
  level: 1 | 2
  /** In words of our own. */
  says: string
  met?: readonly Proof[]
  note?: string
  /** Why there is nothing that it could be about. */
  notApplicable?: string
  /** Why it is not met, as a whole or in part, and what an operator does instead. */
  notMet?: string
  operator?: string
  /** Proofs of the part that is met. */
  partly?: readonly Proof[]
}
interface Chapter {
  title: string
  /** Requirements of levels 1 and 2 that the standard has there: none can be left out. */
  requirements: number
}
interface Standard {
  chapters: Record<string, Chapter>
  requirements: readonly Requirement[]
}

const read = (root: string): Standard =>
  JSON.parse(readFileSync(path.join(root, 'docs/security/asvs.json'), 'utf8')) as Standard

const chapterOf = ({ id }: Requirement): string => `V${id.split('.')[0] ?? ''}`

/** Returns what is wrong in the table: one line for each. */
export function asvsProblems(root: string): string[] {
  const { chapters, requirements } = read(root)
  const titles = new Map<string, ReadonlySet<string>>()
  const titlesOf = (file: string): ReadonlySet<string> => {
    const known = titles.get(file) ?? new Set(runningTitles(path.join(root, file)))
    titles.set(file, known)
    return known
  }
  const problems: string[] = []
  for (const [chapter, { requirements: expected }] of Object.entries(chapters)) {
    const found = requirements.filter(each => chapterOf(each) === chapter)
    if (found.length !== expected)
      problems.push(`${chapter} has ${expected} requirements of levels 1 and 2, and ${found.length} in the table`)
  }
  const seen = new Set<string>()
  for (const each of requirements) {
    const at = `ASVS ${each.id}`
    if (seen.has(each.id)) problems.push(`${at} is in the table twice`)
    seen.add(each.id)
    if (!(chapterOf(each) in chapters)) problems.push(`${at} is of no chapter`)
    const states = [each.met, each.notApplicable, each.notMet].filter(state => state !== undefined)
    if (states.length !== 1) problems.push(`${at} has to be met, not applicable, or not met`)
    if (each.met?.length === 0) problems.push(`${at} is met without a proof`)
    if (each.notApplicable === '' || each.notMet === '') problems.push(`${at} has no reason`)
    if (each.notMet !== undefined && !each.operator) problems.push(`${at} does not say what an operator does`)
    for (const { file, test } of [...(each.met ?? []), ...(each.partly ?? [])]) {
      if (!existsSync(path.join(root, file))) problems.push(`${at}: ${file} is not there`)
      else if (test !== undefined && !titlesOf(file).has(test))
        problems.push(`${at}: no test of ${file} runs under the title “${test}”`)
    }
  }
  return problems
}

const shown = (proofs: readonly Proof[]): string =>
  proofs.map(({ file, test }) => (test === undefined ? code(file) : `${code(file)}: ${escaped(test)}`)).join('<br>')
const escaped = (text: string): string => text.replaceAll('<', '&lt;')

const stateOf = ({ met, notApplicable }: Requirement): string =>
  met !== undefined ? 'met' : notApplicable !== undefined ? 'not applicable' : '**not met**'

function proofOf({ met, note, notApplicable, notMet, operator = '', partly }: Requirement): string {
  if (met !== undefined) return [shown(met), note].filter(Boolean).join('<br>')
  if (notApplicable !== undefined) return notApplicable
  return [notMet, `*Operator:* ${operator}`, partly && shown(partly)].filter(Boolean).join('<br>')
}

/** Returns the page `docs/security/asvs.md`. */
export function asvs(root: string): string {
  const { chapters, requirements } = read(root)
  const count = (state: string, level?: 1 | 2) =>
    String(requirements.filter(each => stateOf(each) === state && (level === undefined || each.level === level)).length)
  const states = ['met', 'not applicable', '**not met**']
  const sections = Object.entries(chapters).map(([chapter, { title }]) =>
    [
      `## ${chapter} ${title}`,
      table(
        ['No.', 'Level', 'Requirement', 'State', 'Proof, or reason'],
        requirements
          .filter(each => chapterOf(each) === chapter)
          .map(each => [each.id, String(each.level), each.says, stateOf(each), proofOf(each)]),
      ),
    ].join('\n\n'),
  )
  return `${[
    generatedNotice('`npm run docs`'),
    '# Application Security Verification Standard, level 2',
    'The requirements of OWASP ASVS 4.0.3 for levels 1 and 2, by number and in short words of our own; the [standard](https://owasp.org/www-project-application-security-verification-standard/) has the full sentences. A requirement is met where a test or a file that anybody can read shows it. `npm run docs -- --check`, a stage of `npm test`, fails when a proof is renamed, skipped or gone. Nobody outside has verified the table. The [threat model](threat-model.md) says what it is about.',
    table(
      ['State', 'Level 1', 'Level 2', 'Both'],
      states.map(state => [state, count(state, 1), count(state, 2), count(state)]),
    ),
    ...sections,
  ].join('\n\n')}\n`
}
