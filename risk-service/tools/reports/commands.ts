import { type CaseFile, caseFileSchema, checkCases } from '../../features/reports/model/calculations/check-cases.ts'

/** The files and the output of the command, injected so that it can be tested without a process. */
export interface Terminal {
  read: (file: string) => string
  print: (line: string) => void
  printError: (line: string) => void
}

const usage = 'Usage: npm run --silent report -- cases FILE.json'

/** Reads a file of worked examples. @throws Error that names the file and what is wrong with it */
function readCaseFile(file: string, read: Terminal['read']): CaseFile {
  let content: unknown
  try {
    content = JSON.parse(read(file).replace(/^\uFEFF/, ''))
  } catch (thrown) {
    const missing = thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
    throw new Error(
      missing ? `There is no file ${file}.` : `${file}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      { cause: thrown },
    )
  }
  const parsed = caseFileSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(
    `${file} is no file of report cases: ${[issue?.path.join('.'), issue?.message].filter(Boolean).join(': ')}`,
  )
}

/** Runs a command; returns the exit code: 0, 1 for checks that failed, 2 for wrong use or a file that cannot be read. */
export function runCommand([command, file, ...others]: readonly string[], terminal: Terminal): number {
  const { print, printError, read } = terminal
  if (command !== 'cases' || file === undefined || others.length > 0) {
    printError(usage)
    return 2
  }
  let content: CaseFile
  try {
    content = readCaseFile(file, read)
  } catch (thrown) {
    printError(thrown instanceof Error ? thrown.message : String(thrown))
    return 2
  }
  const outcomes = checkCases(content)
  for (const { id, check, got, failure } of outcomes) {
    print(`${id} ${check.function} ${JSON.stringify(check.params ?? {})}: ${failure === null ? 'passed' : 'failed'}`)
    print(`  expected ${JSON.stringify(check.expected) ?? 'nothing'}`)
    print(`  got      ${JSON.stringify(got) ?? 'nothing'}`)
    if (failure !== null) print(`  ${failure}`)
  }
  const failed = outcomes.filter(({ failure }) => failure !== null).length
  print(`${outcomes.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}
