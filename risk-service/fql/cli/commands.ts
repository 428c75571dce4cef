import type { CaseRule, FqlCase } from '../cases/case.ts'
import { findFailures } from '../cases/compare-outcome.ts'
import { runCase } from '../cases/run-case.ts'
import { type CompileOptions, checkRule, checkVelocitySet, format, type PartDiagnostic } from '../index.ts'
import { parse } from '../parse/parse.ts'
import { fuzz, parseFuzzOptions } from './fuzz.ts'
import { parseJsonFile, readRuleFile } from './rule-file.ts'

/** The files and the output of commands, injected so that commands can be tested without a process. */
export interface Terminal {
  read: (file: string) => string
  write: (file: string, text: string) => void
  print: (line: string) => void
  printError: (line: string) => void
}

const usageText = `Usage: npm run --silent fql -- check FILE…
       npm run --silent fql -- eval RULE EVENT.json
       npm run --silent fql -- cases FILE.json
       npm run --silent fql -- fmt FILE… [--check]
       npm run --silent fql -- fuzz [--seconds N] [--seed N]
RULE and FILE are a bare text (one clause) or JSON with a rule and the lists, velocities … it names, in the format of cases.`

/** Runs a command; returns the exit code: 0, 1 for findings, 2 for wrong use. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command, ...rest] = args
  try {
    if (command === 'check' && rest.length > 0)
      return rest.map(file => checkFile(file, terminal)).some(errors => errors > 0) ? 1 : 0
    if (command === 'eval' && rest.length === 2) return await evaluateFile(rest[0] ?? '', rest[1] ?? '', terminal)
    if (command === 'cases' && rest.length === 1) return await runCases(rest[0] ?? '', terminal)
    if (command === 'fmt' && rest.some(each => each !== '--check')) return formatFiles(rest, terminal)
    const options = command === 'fuzz' ? parseFuzzOptions(rest) : null
    if (options !== null) return fuzz(options, terminal)
  } catch (thrown) {
    terminal.printError(thrown instanceof Error ? thrown.message : String(thrown))
    return 2
  }
  terminal.printError(usageText)
  return 2
}

const countPhrase = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** Prints every problem as `file:part:line:column`; returns the number of errors. */
function checkFile(file: string, { read, print }: Terminal): number {
  const { testCase, env } = readRuleFile(read(file), file)
  const problems: { part: string; diagnostic: PartDiagnostic['diagnostic'] }[] = []
  const { rule } = testCase
  const named = (found: readonly PartDiagnostic[], names: readonly string[]): void => {
    for (const { part, diagnostic } of found)
      problems.push({ part: part === 'condition' ? 'condition' : (names[part] ?? ''), diagnostic })
  }
  if (testCase.kind === 'velocity') {
    const source =
      typeof rule === 'string'
        ? { condition: '', velocities: [rule] }
        : { condition: '', ...(rule as { velocities: string[] }) }
    named(
      checkVelocitySet(source, env),
      source.velocities.map((_, index) => `velocity${index + 1}`),
    )
  } else {
    const rules: CaseRule[] =
      typeof rule === 'string' ? [{ clauses: [{ name: 'clause1', code: rule }] }] : ([rule].flat() as CaseRule[])
    for (const each of rules)
      named(
        checkRule(
          {
            condition: each.condition ?? '',
            clauses: each.clauses.map(({ name, section, code }) => ({ name, section: section ?? 'prior', text: code })),
          },
          env,
        ),
        each.clauses.map(({ name }) => name),
      )
  }
  for (const {
    part,
    diagnostic: { line, column, severity, code, message },
  } of problems)
    print(`${file}:${part}:${line}:${column}: ${severity} ${code} ${message}`)
  const errors = problems.filter(({ diagnostic }) => diagnostic.severity === 'error').length
  print(`${file}: ${countPhrase(errors, 'error')}, ${countPhrase(problems.length - errors, 'warning')}`)
  return errors
}

/** Prints the result as JSON; returns 1 when the rule has errors, which are printed separately. */
async function evaluateFile(file: string, eventFile: string, terminal: Terminal): Promise<number> {
  const { read, print, printError: fail } = terminal
  const { testCase } = readRuleFile(read(file), file)
  const result = await runCase({ ...testCase, event: parseJsonFile(read(eventFile), eventFile) }, 'code')
  print(JSON.stringify(result, null, 2))
  if (result['error'] === undefined) return 0
  checkFile(file, { ...terminal, print: fail })
  return 1
}

const isCase = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'rule' in value &&
  'expect' in value &&
  typeof value.expect === 'object' &&
  value.expect !== null
const compileModes: readonly CompileOptions['mode'][] = ['code', 'closures']

/** Runs every case in both back ends; prints the differences. */
async function runCases(file: string, { read, print }: Terminal): Promise<number> {
  const parsed = parseJsonFile<FqlCase | FqlCase[]>(read(file), file)
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  let failed = 0
  for (const [index, each] of list.entries()) {
    const testCase = { ...(each as FqlCase), name: (each as FqlCase | null)?.name ?? `case ${index + 1}` }
    const lines: string[] = isCase(each) ? [] : ['  is no case: it needs a rule and what to expect of it']
    for (const mode of lines.length === 0 ? compileModes : []) {
      try {
        for (const { key, expected, got } of await findFailures(testCase, mode))
          lines.push(`  ${mode}, ${key}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got) ?? 'nothing'}`)
      } catch (thrown) {
        lines.push(`  ${mode}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      }
    }
    if (lines.length === 0) continue
    failed++
    print([testCase.name, ...lines].join('\n'))
  }
  print(`${list.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * Formats files in place and prints them; with --check only lists those that would change. Files with errors stay
 * unchanged.
 */
function formatFiles(args: readonly string[], { read, write, print, printError: fail }: Terminal): number {
  const only = args.includes('--check')
  let code = 0
  for (const file of args.filter(each => each !== '--check')) {
    const text = read(file)
    const broken = readRuleFile(text, file).parts.find(part => parse(part.text).diagnostic !== null)
    if (broken !== undefined) {
      const { diagnostic } = parse(broken.text)
      fail(
        `${file}:${broken.name}:${diagnostic?.line ?? 1}:${diagnostic?.column ?? 1}: ${diagnostic?.code ?? ''} ${diagnostic?.message ?? ''}`,
      )
      code = 1
      continue
    }
    const next = /^\s*[[{]/.test(text)
      ? formatJson(text, file)
      : text.trim() === ''
        ? text
        : `${format(text.trimEnd())}\n`
    if (only && next !== text) {
      print(`${file} is not formatted`)
      code = 1
    }
    if (only) continue
    if (next !== text) write(file, next)
    print(next.trimEnd())
  }
  return code
}

/** Texts of JSON, with the colon after names of members. */
const jsonTexts = /("(?:[^"\\]|\\.)*")(\s*:)?/g
/** Members that contain texts of rules and velocities. */
const ruleMembers = new Set(['rule', 'condition', 'code', 'velocities'])

/** Formats the texts of a rule in JSON, however they are escaped, and leaves everything else unchanged. */
function formatJson(text: string, file: string): string {
  const parts = new Set(readRuleFile(text, file).parts.map(part => part.text))
  let member = ''
  return text.replace(jsonTexts, (all, literal: string, colon: string | undefined) => {
    const value = JSON.parse(literal) as string
    if (colon !== undefined) member = value
    if (colon !== undefined || !ruleMembers.has(member) || !parts.has(value)) return all
    const formatted = format(value)
    return formatted === value ? all : JSON.stringify(formatted)
  })
}
